import type { TransactionClient } from '../../database/database.ts';
import { ownedBy } from '../application/applicationOwner.ts';
import { lockOwner } from '../application/requireApplicationQuota.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import { endEverything } from '../user/revocations.ts';
import { deleteApplication } from './changeApplication.ts';

interface Deletion {
  readonly name: string;
  /** Whether an application is deleted too; the account must have no others. */
  readonly goes: (applicationId: string) => boolean;
  /** What to do about one that does not go, a clause; default: that of the command line. */
  readonly remedy?: string;
}

interface Deleted {
  readonly applicationIds: readonly string[];
  /** The keys that ended. */
  readonly keys: readonly string[];
}

/**
 * Deletes the account of a person who signs in here, with her sessions, access tokens and an invitation of her name.
 * @param client of a publication
 * @throws CatalogError not_found; conflict, which names the applications
 */
export async function deleteUser(
  client: TransactionClient,
  { name, goes, remedy = 'transfer or delete them first, or confirm that they are deleted too' }: Deletion,
  now: Date,
): Promise<Deleted> {
  await lockOwner(client, { subject: name, issuer: OWN_ISSUER });
  if ((await client.user.count({ where: { name } })) === 0) throw notFound('user', name, 'name');
  const applications = await client.application.findMany({
    where: { ...ownedBy(name, OWN_ISSUER), deletedAt: null },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  });
  const others = applications.filter(({ id }) => !goes(id));
  if (others.length > 0) {
    const named = others.map((each) => `${each.name} (${each.id})`).join(', ');
    throw new CatalogError('conflict', `${name} has applications: ${named}; ${remedy}.`, { parameter: 'name' });
  }
  await endEverything(client, name);
  const keys: string[] = [];
  for (const { id } of applications) keys.push(...(await deleteApplication(client, id, now)));
  // A link that was sent before would make the account again.
  await client.invitation.deleteMany({ where: { name } });
  await client.user.delete({ where: { name } });
  return { applicationIds: applications.map(({ id }) => id), keys };
}
