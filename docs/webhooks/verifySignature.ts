import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a timestamp may be off, in seconds. */
const TOLERANCE = 300;

export interface SignedRequest {
  /** The secrets that may have signed: one, or during a rotation the old and the new. Each is the whole text, whsec_… */
  readonly secrets: readonly string[];
  /** The header Service-Timestamp; undefined when it is missing. */
  readonly timestamp: string | undefined;
  /** The header Service-Signature; undefined when it is missing. */
  readonly signature: string | undefined;
  /** The body's bytes as they came: JSON that was parsed and written again is another text. */
  readonly body: Uint8Array;
  /** Seconds since 1970; default: now. */
  readonly now?: number;
}

/** Whether a delivery comes from the catalogue and is fresh. Answer 401 when it does not, and read nothing of the body. */
export function verifySignature({ secrets, timestamp, signature, body, now }: SignedRequest): boolean {
  if (timestamp === undefined || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (signature === undefined || !/^v1=[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs((now ?? Date.now() / 1000) - Number(timestamp)) > TOLERANCE) return false;
  const given = Buffer.from(signature.slice(3), 'hex');
  return secrets
    .map((secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest())
    .some((expected) => timingSafeEqual(expected, given));
}
