import { version } from '../../version.ts';
import type { DeliveryRequest } from '../client/deliveryClient.ts';
import { sign } from '../signature.ts';
import type { ClaimedDelivery } from './claims.ts';

const USER_AGENT = `canonical-anime-catalog/${version} (webhooks)`;

/** A delivery as it is sent: signed with the instant of this attempt (docs/contract.md#signature). @param now milliseconds since 1970 */
export function deliveryRequest(
  { id, eventId, attempt, url }: ClaimedDelivery,
  body: Uint8Array,
  secret: string,
  now: number,
): DeliveryRequest {
  const timestamp = Math.floor(now / 1000);
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    'service-event-id': eventId,
    'service-delivery-id': id,
    'service-attempt': String(attempt),
    'service-timestamp': String(timestamp),
    'service-signature': sign(secret, timestamp, body),
  };
  return { url, headers, body };
}
