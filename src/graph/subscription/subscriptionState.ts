import type { Database, TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { restReasonText } from '../application/restReason.ts';
import { CatalogError } from '../model/errors.ts';
import type { Publications } from '../publication/publications.ts';
import { cancelBatchOf, hasPending } from './pendingDeliveries.ts';
import { changeSubscription, lockSubscription, type SubscriptionNode } from './subscriptionRows.ts';

/*
 * Each takes its turn among publications: one that is under way has written its deliveries and they are seen here, or it begins
 * afterwards and sees what is done here. Publications wait meanwhile, so no more than a batch of deliveries is written in that turn: what
 * waits for a subscription that has ended is cancelled by that alone (deliveryRows, the claim), and written so by those who keep house.
 */

/** What the owner reads where the receiver answered 410. */
const GONE = 'gone';
/** As long as whoever asks waits. */
const PATIENCE_MS = 10_000;

/**
 * From now on, without what was published meanwhile. One that is enabled keeps its start. What waited when it ended is cancelled before:
 * as a rule that is done, a million that waited a moment ago take minutes.
 * @throws CatalogError not_found; conflict while its application rests, and when that takes longer than somebody waits
 */
export async function enableSubscription(
  database: Database,
  publications: Publications,
  id: string,
  patienceMs = PATIENCE_MS,
): Promise<SubscriptionNode> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const enabled = await publications.transaction(async ({ client, position }) => {
      const before = await lockSubscription(client, id);
      if (before.status === 'enabled') return before;
      await requireAwake(client, before.applicationId);
      if (await hasPending(client, id)) return null;
      return await changeSubscription(
        client,
        id,
        Prisma.sql`status = 'enabled', rests = false, disabled_reason = NULL, failing_since = NULL, failures = 0, silent_since = NULL,
          start_position = ${position}`,
      );
    });
    if (enabled !== null) return enabled;
    if (performance.now() >= deadline) {
      throw new CatalogError('conflict', 'What waited for the subscription is still being cancelled: try again.');
    }
    while (performance.now() < deadline && (await hasPending(database.client, id))) {
      await database.transaction(async (client) => {
        await lockSubscription(client, id);
        await cancelBatchOf(client, id);
      });
    }
  }
}

async function requireAwake(client: TransactionClient, applicationId: string): Promise<void> {
  const [row] = await client.$queryRaw<{ readonly reason: string | null }[]>`
    SELECT application_rest_reason(a) AS reason FROM application a WHERE a.id = ${applicationId}::uuid`;
  const reason = restReasonText(row?.reason);
  if (reason !== null) throw new CatalogError('conflict', reason);
}

/**
 * One that rests with its application does not come back with it then.
 * @param reason what its owner reads; null when it was the owner
 * @throws CatalogError not_found
 */
export async function disableSubscription(
  publications: Publications,
  id: string,
  reason: string | null,
): Promise<SubscriptionNode> {
  return await publications.transaction(async ({ client }) => {
    await awaitClaims(client, id);
    const before = await lockSubscription(client, id);
    if (before.status === 'enabled') return await disable(client, id, reason);
    const rested = await client.$executeRaw`UPDATE subscription SET rests = false WHERE id = ${id}::uuid AND rests`;
    return rested === 0 ? before : await changeSubscription(client, id, Prisma.sql`disabled_reason = ${reason}`);
  });
}

/** Disables a subscription that was found to only fail, unless it has succeeded, ended or begun anew since. @param reason what its owner reads */
export async function disableFailing(publications: Publications, id: string, reason: string): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await awaitClaims(client, id);
    const [failing] = await client.$queryRaw<unknown[]>`
      SELECT FROM subscription WHERE id = ${id}::uuid AND status = 'enabled' AND failing_since IS NOT NULL FOR NO KEY UPDATE`;
    if (failing !== undefined) await disable(client, id, reason);
  });
}

/** Disables a subscription whose receiver said that it is gone (410), unless it has another one by now. */
export async function disableGone(publications: Publications, id: string, url: string): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await awaitClaims(client, id);
    const [gone] = await client.$queryRaw<unknown[]>`
      SELECT FROM subscription WHERE id = ${id}::uuid AND status = 'enabled' AND url = ${url} FOR NO KEY UPDATE`;
    if (gone !== undefined) await disable(client, id, GONE);
  });
}

async function disable(client: TransactionClient, id: string, reason: string | null): Promise<SubscriptionNode> {
  const disabled = Prisma.sql`status = 'disabled', disabled_reason = ${reason}`;
  const subscription = await changeSubscription(client, id, disabled);
  await endDeliveries(client, id);
  return subscription;
}

const DELETED = Prisma.sql`status = 'deleted', rests = false, secret = ''`;

/**
 * What is enabled of applications that rest rests with them, in a turn among publications. What waits is cancelled by that alone
 * (pendingDeliveries).
 */
export async function restSubscriptions(
  client: TransactionClient,
  applicationId: string,
  reason: string,
): Promise<void> {
  const resting = Prisma.sql`status = 'disabled', rests = true, disabled_reason = ${reason}`;
  await endSubscriptions(client, Prisma.sql`application_id = ${applicationId}::uuid AND status = 'enabled'`, resting);
}

/** Deletes what an application has, in a turn among publications. */
export async function deleteSubscriptions(client: TransactionClient, applicationId: string): Promise<void> {
  await endSubscriptions(client, Prisma.sql`application_id = ${applicationId}::uuid AND status <> 'deleted'`, DELETED);
}

async function endSubscriptions(client: TransactionClient, which: Prisma.Sql, end: Prisma.Sql): Promise<void> {
  const found = await client.$queryRaw<{ readonly id: string }[]>`
    SELECT id::text AS id FROM subscription WHERE ${which} ORDER BY id`;
  for (const { id } of found) {
    await awaitClaims(client, id);
    await changeSubscription(client, id, end);
    await markLastAttempts(client, id);
  }
}

/** What rests and may come back begins anew, each in a turn of its own. @throws CatalogError conflict, see enableSubscription */
export async function reviveSubscriptions(
  database: Database,
  publications: Publications,
  applicationId: string,
): Promise<void> {
  const resting = await database.client.subscription.findMany({
    where: { applicationId, rests: true, status: 'disabled' },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of resting) await enableSubscription(database, publications, id);
}

/** It is gone for its owner; its deliveries stay in the log of the operator. @throws CatalogError not_found, conflict */
export async function deleteSubscription(
  publications: Publications,
  id: string,
  revisions: readonly number[] | null,
): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await awaitClaims(client, id);
    await lockSubscription(client, id, revisions);
    await changeSubscription(client, id, DELETED);
    await endDeliveries(client, id);
  });
}

/**
 * Holds the lock under which deliveries of a subscription are claimed (claim_deliveries), which never waits for anything: a claim is
 * either over and seen here, or begins after the transaction and sees what is done in it.
 */
async function awaitClaims(client: TransactionClient, id: string): Promise<void> {
  await client.$queryRaw`SELECT FROM pg_advisory_xact_lock(hashtextextended((${id}::uuid)::text, 7))`;
}

/** An attempt that is under way stands if it is acknowledged, else is cancelled when it ends, whatever its subscription is by then. */
async function markLastAttempts(client: TransactionClient, id: string): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET is_last_attempt = true WHERE subscription_id = ${id}::uuid AND status = 'delivering'`;
}

async function endDeliveries(client: TransactionClient, id: string): Promise<void> {
  await markLastAttempts(client, id);
  await cancelBatchOf(client, id);
}
