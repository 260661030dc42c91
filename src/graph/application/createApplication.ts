import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { Application, Prisma } from '../../database/generated/client.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { invalidParameter, notFound } from '../model/errors.ts';
import { isOneLine, isVisible } from '../model/values.ts';

interface NewApplication {
  readonly name: string;
  /** The `sub` of its owner's access tokens. */
  readonly owner: string;
  /** The issuer of those tokens: its URL, or OWN_ISSUER, the default. */
  readonly issuer?: string;
}

/** OpenID Connect Core, 2: a `sub` has at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/** Does not check the owner's limit (requireApplicationQuota). @throws CatalogError invalid_parameter */
export async function createApplication(client: TransactionClient, input: NewApplication): Promise<Application> {
  const name = checkApplicationName(input.name);
  const owner = checkSubject(input.owner, 'owner');
  return client.application.create({
    data: { id: uuidv7(), name, owner, ownerIssuer: input.issuer ?? OWN_ISSUER },
  });
}

/** @throws CatalogError invalid_parameter */
export function checkApplicationName(text: string, parameter = 'name'): string {
  const name = text.trim();
  if (!isVisible(name) || [...name].length > 100 || !isOneLine(name)) {
    throw invalidParameter(
      parameter,
      '1 to 100 characters of one line without control characters and bidirectional controls are expected, one of them visible.',
    );
  }
  return name;
}

/** The `sub` of a user. @throws CatalogError invalid_parameter */
export function checkSubject(text: string, parameter: string): string {
  if (SUBJECT.test(text)) return text;
  throw invalidParameter(parameter, 'the sub of a user is expected: 1 to 255 visible ASCII characters.');
}

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
