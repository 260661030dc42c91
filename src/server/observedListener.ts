import { type Listener, type ListenerOptions, openListener } from '../listener/openListener.ts';
import { type ObserveOptions, observeRequests } from '../telemetry/observeRequests.ts';
import type { Closers } from './closers.ts';

interface ObservedListenerOptions extends ObserveOptions, ListenerOptions {}

/** Opens a listener whose requests are logged and counted. @throws StartError when the address is unavailable */
export async function openObservedListener(options: ObservedListenerOptions): Promise<Listener> {
  observeRequests(options.server, options);
  return await openListener(options);
}

/** @param drainUntil when requests in flight are cut off, by `performance.now()` */
export function closeOnStop(
  listener: Listener,
  { closers, logger, listener: name }: Pick<ObserveOptions, 'logger' | 'listener'> & { readonly closers: Closers },
  drainUntil: () => number,
): void {
  closers.add(async () => {
    const cutOff = await listener.close(Math.max(0, drainUntil() - performance.now()));
    if (cutOff > 0) logger.warn({ listener: name, requests: cutOff }, 'requests were cut off');
  });
}
