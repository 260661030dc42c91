import type { TransactionClient } from '../../database/database.ts';
import type { Application, Prisma } from '../../database/generated/client.ts';
import { notFound } from '../model/errors.ts';
import { checkApplicationName } from './createApplication.ts';

/** @throws CatalogError invalid_parameter, not_found */
export async function renameApplication(client: TransactionClient, id: string, name: string): Promise<Application> {
  return await writeApplication(client, id, { name: checkApplicationName(name) });
}

/** Writes members of an application that is not deleted. @throws CatalogError not_found */
export async function writeApplication(
  client: TransactionClient,
  id: string,
  data: Prisma.ApplicationUpdateInput,
): Promise<Application> {
  const { count } = await client.application.updateMany({ where: { id, deletedAt: null }, data });
  if (count === 0) throw notFound('application', id);
  return await client.application.findUniqueOrThrow({ where: { id } });
}
