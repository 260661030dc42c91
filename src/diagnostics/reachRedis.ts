import { errorMessage } from '../errors.ts';
import { withTimeout } from '../withTimeout.ts';

const PATIENCE_MS = 2_000;

/** Why Redis does not answer from here; null: it does. */
export async function reachRedis(url: string): Promise<string | null> {
  const { createClient } = await import('@redis/client');
  const socket = { connectTimeout: PATIENCE_MS, reconnectStrategy: false } as const;
  const client = createClient({ url, disableOfflineQueue: true, socket }).on('error', () => {});
  try {
    const late = () => new Error(`no answer within ${PATIENCE_MS} ms`);
    await withTimeout(
      client.connect().then(() => client.ping()),
      PATIENCE_MS,
      late,
    );
    return null;
  } catch (error) {
    return errorMessage(error);
  } finally {
    client.destroy();
  }
}
