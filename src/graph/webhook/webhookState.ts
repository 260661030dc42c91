import type { Database, TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { requireActive } from '../application/suspensionReason.ts';
import type { Publications } from '../publication/publications.ts';
import { changeWebhook, lockWebhook, tryLockWebhook, type WebhookNode } from './webhookRows.ts';

/*
 * Each change holds the lock of publications, so a publication either has committed before, or begins afterwards and
 * sees the change. The place of a webhook in the log follows its state by a trigger (webhook_keep_position): what
 * waits for a webhook that has ended is never read, and rows that wait count as cancelled (deliveryRows). An attempt
 * in flight counts if it is acknowledged, and is cancelled otherwise.
 */

/** The `disabledReason` after an answer 410. */
const GONE = 'gone';

/**
 * Resumes at the current position; events published while it was disabled are skipped. Idempotent: an enabled one keeps
 * its place.
 * @throws CatalogError not_found; conflict while its application is suspended
 */
export async function enableWebhook(publications: Publications, id: string): Promise<WebhookNode> {
  return await publications.transaction(async ({ client, position }) => {
    const before = await lockWebhook(client, id);
    if (before.status === 'enabled') return before;
    await requireActive(client, before.applicationId);
    const fresh = { failingSince: null, failures: 0, startPosition: position };
    return await changeWebhook(client, id, { status: 'enabled', isSuspended: false, disabledReason: null, ...fresh });
  });
}

/**
 * Disables a webhook; one that was suspended with its application no longer resumes with it.
 * @param reason shown to its owner; null when the owner disabled it
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
    return before.isSuspended
      ? await changeWebhook(client, id, { isSuspended: false, disabledReason: reason })
      : before;
  });
}

/**
 * Disables a webhook of which every delivery fails, unless it has succeeded, ended or started again since.
 * @param reason shown to its owner
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
 * Disables a webhook whose receiver answered 410 (Gone), unless its URL was changed since.
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

const DELETED = { status: 'deleted', isSuspended: false, secret: '' } as const;

/** Suspends the enabled webhooks of a suspended application, within a publication's transaction. */
export async function suspendWebhooks(client: TransactionClient, applicationId: string, reason: string): Promise<void> {
  const suspended = { status: 'disabled', isSuspended: true, disabledReason: reason } as const;
  await endWebhooks(client, { applicationId, status: 'enabled' }, suspended);
}

/** Deletes the webhooks of an application, within a publication's transaction. */
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

/** Resumes the suspended webhooks of an application, each in a transaction of its own. */
export async function resumeWebhooks(
  database: Database,
  publications: Publications,
  applicationId: string,
): Promise<void> {
  const suspended = await database.client.webhook.findMany({
    where: { applicationId, isSuspended: true, status: 'disabled' },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of suspended) await enableWebhook(publications, id);
}

/**
 * Deletes a webhook for its owner; its deliveries stay in the operator's log.
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
