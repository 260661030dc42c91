import type { Database, TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { requireActive } from '../application/suspensionReason.ts';
import { CatalogError } from '../model/errors.ts';
import type { Publications } from '../publication/publications.ts';
import { cancelBatchOf, hasPending } from './pendingDeliveries.ts';
import { changeWebhook, lockWebhook, tryLockWebhook, type WebhookNode } from './webhookRows.ts';

/*
 * Each change holds the lock of publications, so a publication either has written its deliveries before, and they are
 * seen here, or begins afterwards and sees the change. Publications wait for it, so it writes at most one batch of
 * deliveries: those of a webhook that has ended count as cancelled without a write (deliveryRows, the claim), and
 * housekeeping writes `cancelled` to the rows that remain.
 */

/** What the owner reads where the receiver answered 410. */
const GONE = 'gone';
/** As long as the caller waits. */
const PATIENCE_MS = 10_000;

/**
 * Resumes at the current position; events published while it was disabled are skipped. Idempotent: an enabled one keeps
 * its start. Deliveries left from before are cancelled first: normally that is done, a large backlog takes minutes.
 * @throws CatalogError not_found; conflict while its application rests, and when that takes longer than somebody waits
 */
export async function enableWebhook(
  database: Database,
  publications: Publications,
  id: string,
  patienceMs = PATIENCE_MS,
): Promise<WebhookNode> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const enabled = await publications.transaction(async ({ client, position }) => {
      const before = await lockWebhook(client, id);
      if (before.status === 'enabled') return before;
      await requireActive(client, before.applicationId);
      if (await hasPending(client, id)) return null;
      const fresh = { failingSince: null, failures: 0, silentSince: null, startPosition: position };
      return await changeWebhook(client, id, { status: 'enabled', rests: false, disabledReason: null, ...fresh });
    });
    if (enabled !== null) return enabled;
    if (performance.now() >= deadline) {
      throw new CatalogError('conflict', 'What waited for the webhook is still being cancelled: try again.');
    }
    while (performance.now() < deadline && (await hasPending(database.client, id))) {
      await database.transaction(async (client) => {
        await lockWebhook(client, id);
        await cancelBatchOf(client, id);
      });
    }
  }
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
    await awaitClaims(client, id);
    const before = await lockWebhook(client, id);
    if (before.status === 'enabled') return await disable(client, id, reason);
    return before.rests ? await changeWebhook(client, id, { rests: false, disabledReason: reason }) : before;
  });
}

/**
 * Disables a webhook that was found to only fail, unless it has succeeded, ended or started again since.
 * @param reason what its owner reads
 */
export async function disableFailing(publications: Publications, id: string, reason: string): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await awaitClaims(client, id);
    const webhook = await tryLockWebhook(client, id);
    if (webhook?.status === 'enabled' && webhook.failingSince !== null) await disable(client, id, reason);
  });
}

/** Disables a webhook whose receiver said that it is gone (410), unless it has another one by now. */
export async function disableGone(publications: Publications, id: string, url: string): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await awaitClaims(client, id);
    const webhook = await tryLockWebhook(client, id);
    if (webhook?.status === 'enabled' && webhook.url === url) await disable(client, id, GONE);
  });
}

async function disable(client: TransactionClient, id: string, reason: string | null): Promise<WebhookNode> {
  const webhook = await changeWebhook(client, id, { status: 'disabled', disabledReason: reason });
  await endDeliveries(client, id);
  return webhook;
}

const DELETED = { status: 'deleted', rests: false, secret: '' } as const;

/**
 * What is enabled of applications that rest rests with them, in a turn among publications. What waits is
 * cancelled by that alone (pendingDeliveries).
 */
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
  for (const { id } of found) {
    await awaitClaims(client, id);
    await changeWebhook(client, id, end);
    await markLastAttempts(client, id);
  }
}

/**
 * What rests and may come back starts again, each in a turn of its own.
 * @throws CatalogError conflict, see enableWebhook
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
  for (const { id } of resting) await enableWebhook(database, publications, id);
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
    await awaitClaims(client, id);
    await lockWebhook(client, id, revisions);
    await changeWebhook(client, id, DELETED);
    await endDeliveries(client, id);
  });
}

/**
 * Holds the lock under which deliveries of a webhook are claimed (claim_deliveries), which never waits for anything: a
 * claim is either over and seen here, or begins after the transaction and sees what is done in it.
 */
async function awaitClaims(client: TransactionClient, id: string): Promise<void> {
  await client.$queryRaw`SELECT FROM pg_advisory_xact_lock(hashtextextended((${id}::uuid)::text, 7))`;
}

/**
 * An attempt that is under way stands if it is acknowledged, else is cancelled when
 * it ends, whatever its webhook is by then.
 */
async function markLastAttempts(client: TransactionClient, id: string): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET is_last_attempt = true WHERE subscription_id = ${id}::uuid AND status = 'delivering'`;
}

async function endDeliveries(client: TransactionClient, id: string): Promise<void> {
  await markLastAttempts(client, id);
  await cancelBatchOf(client, id);
}
