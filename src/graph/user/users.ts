import type { Database, TransactionClient } from '../../database/database.ts';
import type { User } from '../../database/generated/client.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { CatalogError, invalidParameter, notFound } from '../model/errors.ts';
import { PERMISSIONS, REVIEW } from '../model/permissions.ts';
import { checkPassword } from './checkPassword.ts';
import { hashPassword } from './password.ts';
import { endEverything } from './revocations.ts';

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/;

/** Whether a name is valid; the table holds no other, and none is looked up. */
export function isUserName(text: string): boolean {
  return NAME.test(text);
}

/** The node of a stored user, without the password's hash. */
export function userNode({ name, createdAt, disabledAt, permissions }: User) {
  return { name, createdAt: createdAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null, permissions };
}

/** @throws CatalogError invalid_parameter, conflict when the name is taken */
export async function createUser(client: TransactionClient, name: string, password: string): Promise<User> {
  checkUserName(name);
  await checkPassword(password, name);
  return await insertUser(client, name, await hashPassword(password));
}

/** @throws CatalogError conflict when the name is taken */
export async function insertUser(client: TransactionClient, name: string, passwordHash: string): Promise<User> {
  const { count } = await client.user.createMany({ data: [{ name, passwordHash }], skipDuplicates: true });
  if (count === 0) throw new CatalogError('conflict', `There is a user ${name} already.`, { parameter: 'name' });
  return findUser(client, name);
}

/**
 * Sets a new password, and ends everything that began with the old one: sessions and access tokens.
 * @param replaced the hash of the only password that may be replaced; null: any
 * @throws CatalogError invalid_parameter, not_found, conflict when another request has set a password first
 */
export async function changePassword(
  database: Pick<Database, 'client' | 'transaction'>,
  { name, password, replaced }: { readonly name: string; readonly password: string; readonly replaced: string | null },
): Promise<User> {
  await checkPassword(password, name);
  await findUser(database.client, name);
  const passwordHash = await hashPassword(password);
  return await database.transaction(async (client) => {
    const where = { name, ...(replaced !== null && { passwordHash: replaced }) };
    const { count } = await client.user.updateMany({ where, data: { passwordHash } });
    if (count === 0)
      throw new CatalogError(
        'conflict',
        'Another request has changed the password at the same time: this one has changed nothing.',
      );
    await endEverything(client, name);
    return await findUser(client, name);
  });
}

/**
 * Disables or enables a user. Sessions and tokens of a disabled one end for good.
 * @param client of a transaction
 * @param disabledAt null enables the user
 * @throws CatalogError not_found
 */
export async function setUserDisabled(client: TransactionClient, name: string, disabledAt: Date | null): Promise<User> {
  const user = await findUser(client, name);
  if ((user.disabledAt === null) === (disabledAt === null)) return user;
  // First the account: a sign-in that is under way waits for it, and is refused.
  const changed = await client.user.update({ where: { name }, data: { disabledAt } });
  if (disabledAt !== null) await endEverything(client, name);
  return changed;
}

/**
 * Grants or revokes a permission. A revocation ends the sessions that depend on it, at once.
 * @throws CatalogError invalid_parameter, not_found
 */
export async function setPermission(
  client: TransactionClient,
  { name, permission }: { readonly name: string; readonly permission: string },
  isGranted: boolean,
): Promise<User> {
  if (!PERMISSIONS.some((each) => each === permission)) {
    throw invalidParameter('permission', `"${permission}" is not a permission; ${PERMISSIONS.join(', ')} is.`);
  }
  const { permissions } = await findUser(client, name);
  const others = permissions.filter((each) => each !== permission);
  const data = { permissions: isGranted ? [...others, permission] : others };
  const user = await client.user.update({ where: { name }, data });
  // Sessions without the permission are refused anyway; deleted, they stay so when it is granted again.
  if (!isGranted && permission === REVIEW) {
    await client.portalSession.deleteMany({ where: { issuer: OWN_ISSUER, subject: name, atDesk: true } });
  }
  return user;
}

async function findUser(client: TransactionClient, name: string): Promise<User> {
  const user = await client.user.findUnique({ where: { name } });
  if (user === null) throw notFound('user', name, 'name');
  return user;
}

/** @throws CatalogError invalid_parameter */
export function checkUserName(name: string): void {
  if (isUserName(name)) return;
  const rule = '1 to 64 lower-case letters, digits and . _ @ + - are expected, a letter or digit first.';
  throw invalidParameter('name', rule);
}
