import type { Database } from '../../database/database.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import type { Quotas } from '../caller/quotas.ts';
import { CatalogError, invalidParameter } from '../model/errors.ts';
import { verifyPassword } from './password.ts';

interface Asked {
  readonly database: Pick<Database, 'client'>;
  readonly issuer: string;
  readonly quotas?: Quotas | null | undefined;
}

/**
 * Requires that a person who changes her password or deletes her account knows it: an open session alone must not
 * take an account over. Tries have a counter of their own: strangers who guess at her name must not lock her out of it.
 * @returns the hash of the password that she knows
 * @throws CatalogError conflict, invalid_parameter, quota_exceeded
 */
export async function requireOwnPassword(
  { database, issuer, quotas }: Asked,
  name: string,
  current: string,
): Promise<string> {
  if (issuer !== OWN_ISSUER) {
    throw new CatalogError('conflict', 'Your account is not kept here: change or delete it where you sign in.');
  }
  const tries = await quotas?.charge('ownPasswords', name);
  if (tries?.exceeded) {
    const seconds = Math.ceil(tries.resetMs / 1000);
    throw new CatalogError('quota_exceeded', `Too many tries: the next one in ${seconds} seconds.`);
  }
  const user = await database.client.user.findUnique({ where: { name } });
  const hash = user?.passwordHash ?? null;
  const matches = await verifyPassword(current, hash);
  if (matches !== false) await quotas?.giveBack('ownPasswords', name);
  if (matches === null) {
    throw new CatalogError('quota_exceeded', 'Many people are signing in now: try again in 5 seconds.');
  }
  if (!matches || hash === null) throw invalidParameter('current', 'this is not your password.');
  return hash;
}
