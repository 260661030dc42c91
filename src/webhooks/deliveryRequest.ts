import { attemptHeaders, deliveryHeaders } from '../graph/webhook/deliveryHeaders.ts';
import type { DeliveryRequest } from './client/deliveryClient.ts';
import { sign } from './signature.ts';

/** The facts of a delivery that its request states beside the body. */
export interface SentDelivery {
  readonly id: string;
  /** The `id` in the body. */
  readonly eventId: string;
  /** A ping, or an event sent as a test. */
  readonly isTest: boolean;
  /** The number of this attempt, from 1 in each cycle. */
  readonly attempt: number;
  /** The receiver. */
  readonly url: string;
}

/**
 * A delivery as it is sent: signed with the instant of this attempt (docs/contract.md#signature).
 * @param secret the whole text, `whsec_…`
 * @param now milliseconds since 1970
 */
export function deliveryRequest(
  delivery: SentDelivery,
  body: Uint8Array,
  secret: string,
  now: number,
): DeliveryRequest {
  const ofAttempt = attemptHeaders(delivery.attempt, new Date(now));
  const signature = sign(secret, Number(ofAttempt['service-timestamp']), body);
  const headers = { ...deliveryHeaders(delivery), ...ofAttempt, 'service-signature': signature };
  return { url: delivery.url, headers, body };
}
