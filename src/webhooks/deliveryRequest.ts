import { createHmac } from 'node:crypto';
import { attemptHeaders, deliveryHeaders } from '../graph/webhook/deliveryHeaders.ts';
import type { DeliveryRequest } from './client/deliveryClient.ts';

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

/**
 * Value of Service-Signature (docs/contract.md#signature).
 * @param secret the whole text, `whsec_…`; its UTF-8 is the key
 * @param timestamp value of Service-Timestamp: seconds since 1970
 * @param body the bytes as sent
 */
export function sign(secret: string, timestamp: number, body: Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}
