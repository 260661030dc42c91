import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { Publications } from '../publication/publications.ts';
import { changeSubscription, lockSubscription, type SubscriptionNode } from './subscriptionRows.ts';

/*
 * Each takes its turn among publications: one that is under way has written its deliveries and they are seen here, or it begins
 * afterwards and sees what is done here.
 */

/** From now on, without what was published meanwhile. One that is enabled keeps its start. @throws CatalogError not_found */
export async function enableSubscription(publications: Publications, id: string): Promise<SubscriptionNode> {
  return await publications.transaction(async ({ client, position }) => {
    const before = await lockSubscription(client, id);
    if (before.status === 'enabled') return before;
    return await changeSubscription(
      client,
      id,
      Prisma.sql`status = 'enabled', disabled_reason = NULL, failing_since = NULL, failures = 0, silent_since = NULL, start_position = ${position}`,
    );
  });
}

/** @param reason what its owner reads; null when it was the owner. @throws CatalogError not_found */
export async function disableSubscription(
  publications: Publications,
  id: string,
  reason: string | null,
): Promise<SubscriptionNode> {
  return await publications.transaction(async ({ client }) => {
    const before = await lockSubscription(client, id);
    return before.status === 'disabled' ? before : await disable(client, id, reason);
  });
}

/** Disables a subscription that was found to only fail, unless it has succeeded, ended or begun anew since. @param reason what its owner reads */
export async function disableFailing(publications: Publications, id: string, reason: string): Promise<void> {
  await publications.transaction(async ({ client }) => {
    const [failing] = await client.$queryRaw<unknown[]>`
      SELECT FROM subscription WHERE id = ${id}::uuid AND status = 'enabled' AND failing_since IS NOT NULL FOR NO KEY UPDATE`;
    if (failing !== undefined) await disable(client, id, reason);
  });
}

async function disable(client: TransactionClient, id: string, reason: string | null): Promise<SubscriptionNode> {
  const disabled = Prisma.sql`status = 'disabled', disabled_reason = ${reason}`;
  const subscription = await changeSubscription(client, id, disabled);
  await cancelUnfinished(client, id);
  return subscription;
}

/** It is gone for its owner; its deliveries stay in the log of the operator. @throws CatalogError not_found, conflict */
export async function deleteSubscription(
  publications: Publications,
  id: string,
  revisions: readonly number[] | null,
): Promise<void> {
  await publications.transaction(async ({ client }) => {
    await lockSubscription(client, id, revisions);
    await changeSubscription(client, id, Prisma.sql`status = 'deleted', secret = ''`);
    await cancelUnfinished(client, id);
  });
}

/** An attempt that is under way stands if it is acknowledged, else is cancelled when it ends, whatever its subscription is by then. */
async function cancelUnfinished(client: TransactionClient, id: string): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET status = 'cancelled', next_attempt_at = NULL, completed_at = clock_timestamp()
    WHERE subscription_id = ${id}::uuid AND status = 'pending'`;
  await client.$executeRaw`
    UPDATE delivery SET is_last_attempt = true WHERE subscription_id = ${id}::uuid AND status = 'delivering'`;
}
