import { createHmac } from 'node:crypto';

/**
 * Value of Service-Signature (docs/contract.md#signature).
 * @param secret the whole text, `whsec_…`; its UTF-8 is the key
 * @param timestamp value of Service-Timestamp: seconds since 1970
 * @param body the bytes as sent
 */
export function sign(secret: string, timestamp: number, body: Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}
