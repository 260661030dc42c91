import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../secrets/secretBox.ts';

export interface NewSecret {
  /** `whsec_` and 32 random bytes in base64url: shown once. */
  readonly text: string;
  /** As it is stored. */
  readonly stored: string;
}

/** A secret for a subscription's deliveries. */
export function newSecret(secrets: SecretBox, subscriptionId: string): NewSecret {
  const text = `whsec_${randomBytes(32).toString('base64url')}`;
  return { text, stored: secrets.encrypt(text, secretContextOf(subscriptionId)) };
}

/** Where the secret is stored: it opens nowhere else. */
export function secretContextOf(subscriptionId: string): string {
  return `subscription/secret/${subscriptionId}`;
}
