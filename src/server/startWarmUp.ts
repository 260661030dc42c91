import type { RestApp } from '../rest/createRestApp.ts';
import type { Service } from './service.ts';

/** Then the process is ready even if the warm-up has not ended, for instance because a read hangs. */
const LONGEST_MS = 15_000;

/**
 * Lets the public interface read what callers will ask for; the process is not ready until that has ended. The page
 * under way is awaited when the service closes.
 * @returns ends the warm-up before its next page
 */
export function startWarmUp(
  service: Pick<Service, 'logger' | 'closers' | 'isWarm'>,
  app: Pick<RestApp, 'warmUp'>,
  longestMs = LONGEST_MS,
): () => void {
  const { logger, closers } = service;
  const ending = new AbortController();
  const end = () => ending.abort();
  // A signal of AbortSignal.timeout that only AbortSignal.any knows is collected before its time on Node 20 and 24.
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
