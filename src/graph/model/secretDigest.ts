import { hash } from 'node:crypto';

/** The SHA-256 digest by which a random secret is stored and found; such a secret needs no salt. */
export function secretDigest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', secret, 'buffer'));
}
