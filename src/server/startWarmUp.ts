import type { RestApp } from '../rest/createRestApp.ts';
import type { Service } from './service.ts';

/** After this time the process is ready even if the warm-up has not ended, for instance because a read hangs. */
const LONGEST_MS = 15_000;

/**
 * Warms the public interface up; the process is not ready until that has ended. The current page is awaited when the
 * service closes.
 * @returns a function that ends the warm-up before its next page
 */
export function startWarmUp(
  service: Pick<Service, 'logger' | 'closers' | 'isWarm'>,
  app: Pick<RestApp, 'warmUp'>,
  longestMs = LONGEST_MS,
): () => void {
  const { logger, closers } = service;
  const ending = new AbortController();
  const end = () => ending.abort();
  // On Node 20 and 24 a signal of AbortSignal.timeout that only AbortSignal.any references is collected too early.
  const deadline = setTimeout(() => {
    end();
    service.isWarm = true;
  }, longestMs).unref();
  const began = performance.now();
  const ended = app
    .warmUp(ending.signal)
    .then(() => logger.debug({ durationMs: Math.round(performance.now() - began) }, 'warmed up'))
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'the warm-up ended early: the first requests will be slower'),
    )
    .finally(() => {
      clearTimeout(deadline);
      service.isWarm = true;
    });
  closers.add(async () => {
    end();
    await ended;
  });
  return end;
}
