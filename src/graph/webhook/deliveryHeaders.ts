import { version } from '../../base/version.ts';

const USER_AGENT = `canonical-anime-catalog/${version} (webhooks)`;

interface DeliveryFacts {
  readonly id: string;
  readonly eventId: string;
  readonly isTest: boolean;
}

/** The headers that are the same in every attempt at a delivery; HTTP adds its own, such as Host and Content-Length. */
export function deliveryHeaders({ id, eventId, isTest }: DeliveryFacts) {
  return {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    'service-event-id': eventId,
    'service-delivery-id': id,
    ...(isTest && { 'service-test': 'true' }),
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
