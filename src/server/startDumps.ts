import { repeat } from '../base/repeat.ts';
import { findDump } from '../graph/dump/dumpRows.ts';
import { makeDump } from '../graph/dump/makeDump.ts';
import { CatalogError } from '../graph/model/errors.ts';
import type { Service } from './service.ts';

const POLL_MS = 20_000;

/** How long after the beginning of the day the dump of a constantly changing catalogue is made. */
const LONGEST_WAIT_MS = 3_600_000;

interface Dumping extends Pick<Service, 'logger' | 'closers'> {
  readonly configuration: Pick<Service['configuration'], 'DUMP' | 'ROLES'>;
  readonly ports: Pick<Service['ports'], 'database' | 'now'>;
}

/**
 * Makes the dump of each UTC day, with the role graph: once the catalogue holds something and nothing was published
 * between two polls, so that the dump of a first start holds what that imports.
 */
export function startDumps({ configuration, ports, logger, closers }: Dumping, pollMs = POLL_MS): void {
  if (!configuration.DUMP || !configuration.ROLES.has('graph')) return;
  const { database, now } = ports;
  let since = now().getTime();
  let position: bigint | null = null;

  const poll = async (signal: AbortSignal): Promise<void> => {
    const today = now().toISOString().slice(0, 10);
    if ((await findDump(database, today)) !== null) {
      since = now().getTime();
      return;
    }
    const head = await database.client.publicationHead.findUniqueOrThrow({ where: { id: 1 } });
    const isStill = head.position === position;
    position = head.position;
    if (!isStill && now().getTime() - since < LONGEST_WAIT_MS) return;
    if ((await database.client.anime.findFirst({ select: { id: true } })) === null) return;
    const began = performance.now();
    const { date, anime, episodes, size } = await makeDump(database, { now, signal });
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    logger.info({ date, anime, episodes, size, seconds }, 'the dump of the day was made');
  };

  const failed = (error: unknown): void => {
    const message = 'the dump of the day could not be made now, and will be tried again';
    // Usually because another process makes it.
    if (error instanceof CatalogError && error.code === 'conflict') logger.debug({ err: error }, message);
    else logger.warn({ err: error }, message);
  };
  closers.add(repeat(poll, { everyMs: pollMs, failed }));
}
