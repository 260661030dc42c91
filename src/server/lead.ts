import { setTimeout as sleep } from 'node:timers/promises';
import { LineLimit, ONE_OUTAGE } from '../lineLimit.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Closers } from './closers.ts';
import type { InternalListener } from './openInternalListener.ts';
import type { Service } from './service.ts';
import { startDumps } from './startDumps.ts';
import { startRetention } from './startRetention.ts';

const RETRY_MS = 1_000;

/**
 * Starts what one process runs for all workers: it keeps a shared index, sends deliveries, removes what has expired,
 * makes dumps and serves the graph. What fails may be tried again. @param closers stop it
 */
export async function lead(service: Service, internal: InternalListener, closers: Closers): Promise<void> {
  service.search?.keepIndex();
  await service.webhooks?.dispatch(closers);
  await internal.serve(service);
  startRetention({ ...service, closers });
  startDumps({ ...service, closers });
}

/**
 * Tries once a second until it succeeds or the process stops: a worker that ended instead would cut off the requests
 * that it serves.
 * @param failure says in the log that it failed
 * @returns whether it has succeeded
 */
export async function insist(
  work: () => Promise<void>,
  { failure, logger, stop }: { readonly failure: string; readonly logger: Logger; readonly stop: AbortSignal },
): Promise<boolean> {
  const lines = new LineLimit(ONE_OUTAGE);
  while (!stop.aborted) {
    try {
      await work();
      return true;
    } catch (error) {
      const omitted = stop.aborted ? undefined : lines.take();
      if (omitted !== undefined) logger.error({ err: error, ...(omitted > 0 && { omitted }) }, failure);
    }
    await sleep(RETRY_MS, undefined, { signal: stop, ref: false }).catch(() => {});
  }
  return false;
}
