import type { TransactionClient } from '../../database/database.ts';
import type { Application, Prisma } from '../../database/generated/client.ts';
import { checkApplicationName, checkSubject } from '../application/createApplication.ts';
import { checkRedirectUris } from '../application/redirectUris.ts';
import { type Owner, requireRoom } from '../application/requireRoom.ts';
import { CatalogError } from '../model/errors.ts';
import { deleteSubscriptions } from '../subscription/subscriptionState.ts';

/** @throws CatalogError invalid_parameter, not_found */
export async function renameApplication(client: TransactionClient, id: string, name: string): Promise<Application> {
  return await change(client, id, { name: checkApplicationName(name) });
}

/** Replaces all redirect URIs; none: nobody signs in through it any more. @throws CatalogError invalid_parameter, not_found */
export async function setRedirectUris(
  client: TransactionClient,
  id: string,
  redirectUris: readonly string[],
): Promise<Application> {
  return await change(client, id, { redirectUris: [...checkRedirectUris(redirectUris)] });
}

/**
 * Gives an application to somebody else, with its keys and subscriptions.
 * @param requireAccount whether the new owner must have an account at the embedded issuer
 * @throws CatalogError invalid_parameter, not_found, conflict when the new owner has too many
 */
export async function transferApplication(
  client: TransactionClient,
  id: string,
  { subject, issuer }: Owner,
  requireAccount: boolean,
): Promise<Application> {
  checkSubject(subject, 'owner');
  const before = await findApplication(client, id);
  if (before.owner === subject && before.ownerIssuer === issuer) return before;
  await requireRoom(client, { subject, issuer }, requireAccount);
  return await change(client, id, { owner: subject, ownerIssuer: issuer });
}

/** One that is disabled keeps since when. @param disabledAt null: it is enabled. @throws CatalogError not_found */
export async function setApplicationDisabled(
  client: TransactionClient,
  id: string,
  disabledAt: Date | null,
): Promise<Application> {
  const before = await findApplication(client, id);
  return (before.disabledAt === null) === (disabledAt === null) ? before : await change(client, id, { disabledAt });
}

/** It is gone for everybody, with its subscriptions; its keys end. @throws CatalogError not_found */
export async function deleteApplication(client: TransactionClient, id: string, now: Date): Promise<void> {
  await change(client, id, { deletedAt: now });
  await client.apiKey.updateMany({ where: { applicationId: id, revokedAt: null }, data: { revokedAt: now } });
  await deleteSubscriptions(client, id);
}

async function findApplication(client: TransactionClient, id: string): Promise<Application> {
  const application = await client.application.findUnique({ where: { id, deletedAt: null } });
  if (application === null) throw notFound(id);
  return application;
}

async function change(
  client: TransactionClient,
  id: string,
  data: Prisma.ApplicationUpdateInput,
): Promise<Application> {
  const { count } = await client.application.updateMany({ where: { id, deletedAt: null }, data });
  if (count === 0) throw notFound(id);
  return await client.application.findUniqueOrThrow({ where: { id } });
}

function notFound(id: string): CatalogError {
  return new CatalogError('not_found', `There is no application ${id}.`, { parameter: 'id' });
}
