import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import { lockRow } from '../../database/lockRow.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { LoaderSources } from '../reading/loaders.ts';

/** Why the keys and webhooks of these applications are suspended; null: they are not. Unknown ids are left out. */
export async function suspensionReasons(client: TransactionClient, ids: readonly string[]) {
  const applications = await client.application.findMany({
    where: { id: { in: [...ids] }, deletedAt: null },
    orderBy: { id: 'asc' },
  });
  const owners = applications.filter(({ ownerIssuer }) => ownerIssuer === OWN_ISSUER).map(({ owner }) => owner);
  const disabled = await disabledAccounts(client, owners);
  return new Map(
    applications.map(({ id, disabledAt, owner, ownerIssuer }) => {
      if (disabledAt !== null) return [id, 'The application is disabled.'];
      const isOfDisabled = ownerIssuer === OWN_ISSUER && disabled.has(owner);
      return [id, isOfDisabled ? "The application's owner is disabled." : null];
    }),
  );
}

/** Accounts are those of people who sign in here; owners from another issuer have none. */
async function disabledAccounts(client: TransactionClient, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const users = await client.user.findMany({
    where: { name: { in: [...names] }, disabledAt: { not: null } },
    select: { name: true },
  });
  return new Set(users.map(({ name }) => name));
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
