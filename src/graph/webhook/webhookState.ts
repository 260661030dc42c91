import type { Database, TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { requireActive } from '../application/suspensionReason.ts';
import type { Publications } from '../publication/publications.ts';
import { changeWebhook, lockWebhook, tryLockWebhook, type WebhookNode } from './webhookRows.ts';

/*
 * Each change holds the lock of publications, so a publication either has committed before, or begins afterwards and
 * sees the change. The place of a webhook in the log follows its state by a trigger (subscription_keep_place): what
 * waits for a webhook that has ended is never read, and rows that wait count as cancelled (deliveryRows). An attempt
 * that is under way stands if it is acknowledged and is cancelled else.
 */

/** What the owner reads where the receiver answered 410. */
const GONE = 'gone';

/**
 * Resumes at the current position; events published while it was disabled are skipped. Idempotent: an enabled one keeps
 * its place.
 * @throws CatalogError not_found; conflict while its application rests
 */
export async function enableWebhook(publications: Publications, id: string): Promise<WebhookNode> {
  return await publications.transaction(async ({ client, position }) => {
    const before = await lockWebhook(client, id);
    if (before.status === 'enabled') return before;
    await requireActive(client, before.applicationId);
    const fresh = { failingSince: null, failures: 0, startPosition: position };
    return await changeWebhook(client, id, { status: 'enabled', rests: false, disabledReason: null, ...fresh });
  });
}

/**
 * One that rests with its application does not come back with it then.
 * @param reason what its owner reads; null when it was the owner
 * @throws CatalogError not_found
 */
export async function disableWebhook(
  publications: Publications,
  id: string,
  reason: string | null,
): Promise<WebhookNode> {
  return await publications.transaction(async ({ client }) => {
    const before = await lockWebhook(client, id);
    if (before.status === 'enabled') return await changeWebhook(client, id, disabled(reason));
    return before.rests ? await changeWebhook(client, id, { rests: false, disabledReason: reason }) : before;
  });
}

/**
 * Disables a webhook that was found to only fail, unless it has succeeded, ended or started again since.
 * @param reason what its owner reads
 * @returns whether it did
 */
export async function disableFailing(publications: Publications, id: string, reason: string): Promise<boolean> {
  return await publications.transaction(async ({ client }) => {
    const webhook = await tryLockWebhook(client, id);
    if (webhook?.status !== 'enabled' || webhook.failingSince === null) return false;
    await changeWebhook(client, id, disabled(reason));
    return true;
  });
}

/**
 * Disables a webhook whose receiver said that it is gone (410), unless it has another one by now.
 * @returns whether it did
 */
export async function disableGone(publications: Publications, id: string, url: string): Promise<boolean> {
  return await publications.transaction(async ({ client }) => {
    const webhook = await tryLockWebhook(client, id);
    if (webhook?.status !== 'enabled' || webhook.url !== url) return false;
    await changeWebhook(client, id, disabled(GONE));
    return true;
  });
}

const disabled = (disabledReason: string | null) => ({ status: 'disabled', disabledReason }) as const;

const DELETED = { status: 'deleted', rests: false, secret: '' } as const;

/** What is enabled of applications that rest rests with them, in a turn among publications. */
export async function restWebhooks(client: TransactionClient, applicationId: string, reason: string): Promise<void> {
  const resting = { status: 'disabled', rests: true, disabledReason: reason } as const;
  await endWebhooks(client, { applicationId, status: 'enabled' }, resting);
}

/** Deletes what an application has, in a turn among publications. */
export async function deleteWebhooks(client: TransactionClient, applicationId: string): Promise<void> {
  await endWebhooks(client, { applicationId, status: { not: 'deleted' } }, DELETED);
}

async function endWebhooks(
  client: TransactionClient,
  where: Prisma.WebhookWhereInput,
  end: Prisma.WebhookUncheckedUpdateInput,
): Promise<void> {
  const found = await client.webhook.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  for (const { id } of found) await changeWebhook(client, id, end);
}

/**
 * What rests and may come back starts again, each in a turn of its own.
 */
export async function reviveWebhooks(
  database: Database,
  publications: Publications,
  applicationId: string,
): Promise<void> {
  const resting = await database.client.webhook.findMany({
    where: { applicationId, rests: true, status: 'disabled' },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of resting) await enableWebhook(publications, id);
}

/**
 * It is gone for its owner; its deliveries stay in the log of the operator.
 * @throws CatalogError not_found, conflict
 */
export async function deleteWebhook(
  publications: Publications,
  id: string,
  revisions: readonly number[] | null,
): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await lockWebhook(client, id, revisions);
    await changeWebhook(client, id, DELETED);
  });
}
