import type { TransactionClient } from '../../database/database.ts';
import type { Application } from '../../database/generated/client.ts';
import { checkSubject, writeApplication } from '../application/createApplication.ts';
import { type Owner, requireApplicationQuota } from '../application/requireApplicationQuota.ts';
import { notFound } from '../model/errors.ts';
import { deleteWebhooks } from '../webhook/webhookState.ts';

/**
 * Transfers an application, with its keys and webhooks.
 * @param requireAccount whether the new owner must have an account here
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
  return await writeApplication(client, id, { owner: subject, ownerIssuer: issuer });
}

/** Disabling it again keeps the earlier time. @param disabledAt null enables it. @throws CatalogError not_found */
export async function setApplicationDisabled(
  client: TransactionClient,
  id: string,
  disabledAt: Date | null,
): Promise<Application> {
  const before = await findApplication(client, id);
  return (before.disabledAt === null) === (disabledAt === null)
    ? before
    : await writeApplication(client, id, { disabledAt });
}

/** Deletes it with its webhooks; its keys end. @returns those keys. @throws CatalogError not_found */
export async function deleteApplication(client: TransactionClient, id: string, now: Date): Promise<string[]> {
  await writeApplication(client, id, { deletedAt: now });
  const ended = await client.apiKey.updateManyAndReturn({
    where: { applicationId: id, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true },
  });
  await deleteWebhooks(client, id);
  return ended.map((key) => key.id);
}

async function findApplication(client: TransactionClient, id: string): Promise<Application> {
  const application = await client.application.findUnique({ where: { id, deletedAt: null } });
  if (application === null) throw notFound('application', id);
  return application;
}
