import { version } from '../../version.ts';

const USER_AGENT = `canonical-anime-catalog/${version} (webhooks)`;

/** The headers that are the same in every attempt at a delivery; HTTP adds its own, such as Host and Content-Length. */
export function deliveryHeaders({ id, eventId }: { readonly id: string; readonly eventId: string }) {
  return {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    'service-event-id': eventId,
    'service-delivery-id': id,
  };
}

/**
 * The headers that an attempt adds, but for its signature.
 * @param attempt its number, from 1 in each cycle
 */
export function attemptHeaders(attempt: number, startedAt: Date) {
  return {
    'service-attempt': String(attempt),
    'service-timestamp': String(Math.floor(startedAt.getTime() / 1000)),
  };
}
