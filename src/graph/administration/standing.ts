import type { Database, TransactionClient } from '../../database/database.ts';
import { restReasonText } from '../application/restReason.ts';
import type { Publications } from '../publication/publications.ts';
import { restSubscriptions, reviveSubscriptions } from '../subscription/subscriptionState.ts';

interface Changed<T> {
  readonly result: T;
  /** What may rest now, or come back. */
  readonly applicationIds: readonly string[];
}

interface Stores {
  readonly database: Database;
  readonly publications: Publications;
}

/**
 * Changes what applications rest by, their own state, their owner or the owner's account, and lets their subscriptions rest in the same
 * turn among publications. What comes back does so afterwards, each subscription in a turn of its own.
 * @throws what `change` throws; CatalogError conflict when a subscription cannot come back yet: the same change may be made again
 */
export async function changeStanding<T>(
  { database, publications }: Stores,
  change: (client: TransactionClient) => Promise<Changed<T>>,
): Promise<T> {
  const { result, awake } = await publications.transaction(async ({ client }) => {
    const changed = await change(client);
    const rows = await client.$queryRaw<{ readonly id: string; readonly reason: string | null }[]>`
      SELECT a.id::text AS id, application_rest_reason(a) AS reason FROM application a
      WHERE a.id = ANY (${changed.applicationIds}::uuid[]) AND a.deleted_at IS NULL ORDER BY a.id`;
    const awake: string[] = [];
    for (const { id, reason } of rows) {
      const text = restReasonText(reason);
      if (text === null) awake.push(id);
      else await restSubscriptions(client, id, text);
    }
    return { result: changed.result, awake };
  });
  for (const id of awake) await reviveSubscriptions(database, publications, id);
  return result;
}
