import type { TransactionClient } from '../../database/database.ts';
import type { Application, Prisma } from '../../database/generated/client.ts';
import { checkApplicationName, checkSubject } from '../application/createApplication.ts';
import { checkRedirectUris } from '../application/redirectUris.ts';
import { type Owner, requireApplicationQuota } from '../application/requireApplicationQuota.ts';
import { notFound } from '../model/errors.ts';
import { deleteWebhooks } from '../webhook/webhookState.ts';

/** @throws CatalogError invalid_parameter, not_found */
export async function renameApplication(client: TransactionClient, id: string, name: string): Promise<Application> {
  return await change(client, id, { name: checkApplicationName(name) });
}

/** Replaces all redirect URIs; without any, users cannot sign in through the application. @throws CatalogError */
export async function setRedirectUris(
  client: TransactionClient,
  id: string,
  redirectUris: readonly string[],
): Promise<Application> {
  return await change(client, id, { redirectUris: [...checkRedirectUris(redirectUris)] });
}

/**
 * Transfers an application, with its keys and webhooks.
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
  await requireApplicationQuota(client, { subject, issuer }, requireAccount);
  return await change(client, id, { owner: subject, ownerIssuer: issuer });
}

/** Disabling it again keeps the earlier time. @param disabledAt null enables it. @throws CatalogError not_found */
export async function setApplicationDisabled(
  client: TransactionClient,
  id: string,
  disabledAt: Date | null,
): Promise<Application> {
  const before = await findApplication(client, id);
  return (before.disabledAt === null) === (disabledAt === null) ? before : await change(client, id, { disabledAt });
}

/** Deletes it with its webhooks; its keys end. @throws CatalogError not_found */
export async function deleteApplication(client: TransactionClient, id: string, now: Date): Promise<void> {
  await change(client, id, { deletedAt: now });
  await client.apiKey.updateMany({ where: { applicationId: id, revokedAt: null }, data: { revokedAt: now } });
  await deleteWebhooks(client, id);
}

async function findApplication(client: TransactionClient, id: string): Promise<Application> {
  const application = await client.application.findUnique({ where: { id, deletedAt: null } });
  if (application === null) throw notFound('application', id);
  return application;
}

async function change(
  client: TransactionClient,
  id: string,
  data: Prisma.ApplicationUpdateInput,
): Promise<Application> {
  const { count } = await client.application.updateMany({ where: { id, deletedAt: null }, data });
  if (count === 0) throw notFound('application', id);
  return await client.application.findUniqueOrThrow({ where: { id } });
}
