/**
 * Runs `request` with a signal that aborts after `milliseconds`, or when the caller aborts.
 *
 * The signal aborts with its default reason, never the caller's or a timeout's: the client takes any other for a
 * failure of the node, sets the node aside and tries the next.
 */
export async function withDeadline<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  const timer = setTimeout(giveUp, milliseconds);
  caller?.addEventListener('abort', giveUp, { once: true });
  try {
    return await request(controller.signal);
  } catch (error) {
    caller?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
  }
}
