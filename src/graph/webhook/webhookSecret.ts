import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { type SecretBox, SecretBoxError } from '../secrets/secretBox.ts';

export interface NewSecret {
  /** `whsec_` and 32 random bytes in base64url: shown once. */
  readonly text: string;
  /** As it is stored. */
  readonly stored: string;
}

/** `whsec_` and 32 random bytes in base64url. */
export function newSecretText(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** A secret for a webhook's deliveries. */
export function newSecret(secrets: SecretBox, webhookId: string): NewSecret {
  const text = newSecretText();
  return { text, stored: secrets.encrypt(text, secretContextOf(webhookId)) };
}

/** The place of a stored secret, to which its encryption is bound. */
export function secretContextOf(webhookId: string): string {
  return `webhook/secret/${webhookId}`;
}

/** Marks a webhook as in need of a new secret, because no key decrypts the current one. */
export async function requestRotation({ client }: Pick<Database, 'client'>, id: string): Promise<void> {
  await client.webhook.updateMany({
    where: { id, needsRotation: false, status: { not: 'deleted' } },
    data: { needsRotation: true, revision: { increment: 1 }, updatedAt: new Date() },
  });
}

/** Removes the mark of webhooks whose secrets a key decrypts again. */
export async function withdrawRotationRequests({ client }: Pick<Database, 'client'>, box: SecretBox): Promise<void> {
  const asking = await client.webhook.findMany({
    where: { needsRotation: true, status: { not: 'deleted' } },
    select: { id: true, secret: true },
  });
  for (const { id, secret } of asking.filter((it) => isOpened(box, it))) {
    await client.webhook.updateMany({
      where: { id, needsRotation: true, secret },
      data: { needsRotation: false, revision: { increment: 1 }, updatedAt: new Date() },
    });
  }
}

function isOpened(box: SecretBox, { id, secret }: { readonly id: string; readonly secret: string }): boolean {
  try {
    box.decrypt(secret, secretContextOf(id));
    return true;
  } catch (error) {
    if (error instanceof SecretBoxError) return false;
    throw error;
  }
}
