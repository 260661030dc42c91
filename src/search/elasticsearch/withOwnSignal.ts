/**
 * Runs `request` with a signal that only it has, and that aborts when the callers' does. The client ends a request that
 * times out by an `abort` event on its signal, which would end every other request with the same signal.
 */
export async function withOwnSignal<T>(callers: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (callers.aborted) abort();
  callers.addEventListener('abort', abort, { once: true });
  try {
    return await request(controller.signal);
  } finally {
    callers.removeEventListener('abort', abort);
  }
}
