import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import { lockRow } from '../../database/lockRow.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { LoaderSources } from '../reading/loaders.ts';

/** Why the keys and webhooks of an application are suspended, by the SQL function application_suspension. */
const SUSPENSION_REASONS: Readonly<Record<string, string>> = {
  application: 'The application is disabled.',
  owner: "The application's owner is disabled.",
};

/** The reason in words; null for null. */
export function suspensionText(reason: string | null | undefined): string | null {
  return reason == null ? null : (SUSPENSION_REASONS[reason] ?? 'The application is suspended.');
}

/**
 * Why each of these applications is suspended; null for an active one. Unknown ids are left out. The SQL function
 * decides for the statements that claim deliveries and check keys too.
 */
export async function suspensionReasons(client: TransactionClient, ids: readonly string[]) {
  const rows = await client.$queryRaw<{ readonly id: string; readonly reason: string | null }[]>`
    SELECT a.id::text AS id, application_suspension(a) AS reason FROM application a
    WHERE a.id = ANY (${ids}::uuid[]) AND a.deleted_at IS NULL ORDER BY a.id`;
  return new Map(rows.map(({ id, reason }) => [id, suspensionText(reason)]));
}

/** @throws CatalogError conflict when the application is suspended */
export async function requireActive(client: TransactionClient, id: string): Promise<void> {
  const reason = (await suspensionReasons(client, [id])).get(id);
  if (reason != null) throw new CatalogError('conflict', reason);
}

/**
 * Locks an application until the transaction ends, to add something to it.
 * @throws CatalogError not_found, conflict when it is suspended
 */
export async function lockActiveApplication(client: TransactionClient, id: string): Promise<void> {
  if (!(await lockRow(client, 'application', id))) throw notFound('application', id, 'applicationId');
  await requireActive(client, id);
}

/** Why an application is suspended; null for an active or unknown one. */
export const suspensionReason = ({ database }: LoaderSources) =>
  new DataLoader<string, string | null>(async (ids) => {
    const reasons = await suspensionReasons(database.client, ids);
    return ids.map((id) => reasons.get(id) ?? null);
  });
