import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import type { EventKind, SubscriptionStatus } from '../model/vocabulary.ts';

/** What stands behind the graph's Subscription: never its secret. */
export interface SubscriptionNode {
  readonly id: string;
  readonly applicationId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly status: SubscriptionStatus;
  readonly disabledReason: string | null;
  readonly needsRotation: boolean;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type SubscriptionRow = Omit<SubscriptionNode, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Prisma's names of event kinds are not theirs, hence SQL. */
const COLUMNS = Prisma.sql`id::text AS id, application_id::text AS "applicationId", name, url, events::text[] AS events,
  status::text AS status, disabled_reason AS "disabledReason", needs_rotation AS "needsRotation", revision, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Subscriptions that a condition finds, newest first; deleted ones are none. */
export async function selectSubscriptions(
  client: TransactionClient,
  condition: Prisma.Sql,
  limit: number,
): Promise<SubscriptionNode[]> {
  const rows = await client.$queryRaw<SubscriptionRow[]>`
    SELECT ${COLUMNS} FROM subscription WHERE status <> 'deleted' AND ${condition} ORDER BY id DESC LIMIT ${limit}`;
  return rows.map(nodeOf);
}

/**
 * Holds a subscription until the transaction ends.
 * @param revisions that it may be at; null: any
 * @throws CatalogError not_found, conflict
 */
export async function lockSubscription(
  client: TransactionClient,
  id: string,
  revisions: readonly number[] | null = null,
): Promise<SubscriptionNode> {
  const [row] = await client.$queryRaw<SubscriptionRow[]>`
    SELECT ${COLUMNS} FROM subscription WHERE id = ${id}::uuid AND status <> 'deleted' FOR NO KEY UPDATE`;
  if (row === undefined) throw new CatalogError('not_found', `There is no subscription ${id}.`, { parameter: 'id' });
  if (revisions !== null && !revisions.includes(row.revision)) {
    throw new CatalogError('conflict', `The subscription is at revision ${row.revision}: read it again.`);
  }
  return nodeOf(row);
}

/** Changes columns of a subscription that is held, raises its revision and returns it. */
export async function changeSubscription(
  client: TransactionClient,
  id: string,
  assignments: Prisma.Sql,
): Promise<SubscriptionNode> {
  const [row] = await client.$queryRaw<SubscriptionRow[]>`
    UPDATE subscription SET ${assignments}, revision = revision + 1, updated_at = clock_timestamp()
    WHERE id = ${id}::uuid RETURNING ${COLUMNS}`;
  if (row === undefined) throw new Error(`subscription ${id} was held and is not there`);
  return nodeOf(row);
}

function nodeOf({ createdAt, updatedAt, ...row }: SubscriptionRow): SubscriptionNode {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
