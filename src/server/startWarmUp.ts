import type { RestApp } from '../rest/createRestApp.ts';
import type { Service } from './service.ts';

/** A process that has not come to its end by then takes its share of the load all the same. */
const LONGEST_MS = 15_000;

/** Lets the public interface read what callers will ask for, beside the first of them; the process is not ready until that has ended. */
export function startWarmUp(service: Service, app: RestApp): void {
  const { logger, closers } = service;
  const stopping = new AbortController();
  const began = performance.now();
  const ended = app
    .warmUp(AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST_MS)]))
    .then(() => logger.debug({ durationMs: Math.round(performance.now() - began) }, 'warmed up'))
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'the warm-up ended early: the first requests will be slower'),
    )
    .finally(() => {
      service.isWarm = true;
    });
  closers.add(async () => {
    stopping.abort();
    await ended;
  });
}
