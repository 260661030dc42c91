import type { Database } from '../../database/database.ts';
import { PUBLICATION_CHANNEL, THIS_PROCESS } from './publicationSignal.ts';
import type { Publications } from './publications.ts';

/**
 * Calls `wake` after every publication, whichever process made it. A call may be missing (a lost connection, a publisher that died at
 * once) or one too many: it is a reason to look, and a poll belongs behind it.
 * @returns how to stop
 */
export function onPublication(
  database: Database,
  publications: Pick<Publications, 'onCommitted'>,
  wake: () => void,
): () => Promise<void> {
  const off = publications.onCommitted(wake);
  const stopListening = database.listen(PUBLICATION_CHANNEL, (from) => {
    if (from !== THIS_PROCESS) wake();
  });
  return async () => {
    off();
    await stopListening();
  };
}
