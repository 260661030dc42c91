import type { TransactionClient } from '../../database/database.ts';
import type { User } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import { hashPassword } from './password.ts';

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/;
/** NIST SP 800-63B, 5.1.1.2, for a password that stands alone. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 256;

/** @throws CatalogError invalid_parameter, conflict when the name is taken */
export async function createUser(client: TransactionClient, name: string, password: string): Promise<User> {
  if (!NAME.test(name)) {
    throw refusal('name', '1 to 64 lower-case letters, digits and . _ @ + - are expected, a letter or digit first.');
  }
  checkPassword(password, name);
  const passwordHash = await hashPassword(password);
  const { count } = await client.user.createMany({ data: [{ name, passwordHash }], skipDuplicates: true });
  if (count === 0) throw new CatalogError('conflict', `There is a user ${name} already.`, { parameter: 'name' });
  return findUser(client, name);
}

/** Gives a user another password; who has signed in stays so. @throws CatalogError invalid_parameter, not_found */
export async function changePassword(client: TransactionClient, name: string, password: string): Promise<User> {
  checkPassword(password, name);
  await findUser(client, name);
  return client.user.update({ where: { name }, data: { passwordHash: await hashPassword(password) } });
}

/** Shuts a user out, or lets one in again. @throws CatalogError not_found */
export async function setUserDisabled(client: TransactionClient, name: string, disabledAt: Date | null): Promise<User> {
  const user = await findUser(client, name);
  if ((user.disabledAt === null) === (disabledAt === null)) return user;
  return client.user.update({ where: { name }, data: { disabledAt } });
}

async function findUser(client: TransactionClient, name: string): Promise<User> {
  const user = await client.user.findUnique({ where: { name } });
  if (user === null) throw new CatalogError('not_found', `There is no user ${name}.`, { parameter: 'name' });
  return user;
}

function checkPassword(password: string, name: string): void {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD) {
    throw refusal('password', `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters are expected.`);
  }
  if (password.toLowerCase() === name || new Set(password).size < 4)
    throw refusal('password', 'it is too easy to guess.');
}

function refusal(parameter: string, rule: string): CatalogError {
  return new CatalogError('invalid_parameter', `${parameter}: ${rule}`, { parameter });
}
