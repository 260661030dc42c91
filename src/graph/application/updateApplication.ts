import type { TransactionClient } from '../../database/database.ts';
import type { Application, Prisma } from '../../database/generated/client.ts';
import { invalidParameter, notFound } from '../model/errors.ts';
import { checkApplicationName } from './createApplication.ts';
import { checkRedirectUris } from './redirectUris.ts';

interface ApplicationChange {
  readonly name?: string | null | undefined;
  /** All of them. */
  readonly redirectUris?: readonly string[] | null | undefined;
}

/** Changes the given members. @throws CatalogError invalid_parameter, also without any; not_found */
export async function updateApplication(
  client: TransactionClient,
  id: string,
  { name, redirectUris }: ApplicationChange,
): Promise<Application> {
  if (name == null && redirectUris == null) throw invalidParameter('name', 'it, redirectUris or both are expected.');
  return await writeApplication(client, id, {
    ...(name == null ? {} : { name: checkApplicationName(name) }),
    ...(redirectUris == null ? {} : { redirectUris: [...checkRedirectUris(redirectUris)] }),
  });
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
