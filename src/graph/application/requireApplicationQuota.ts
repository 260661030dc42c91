import type { TransactionClient } from '../../database/database.ts';
import { lockRow } from '../../database/lockRow.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { CatalogError, invalidParameter } from '../model/errors.ts';
import { LARGEST_APPLICATIONS } from '../model/limits.ts';

/** A user of an issuer. */
export interface Owner {
  readonly subject: string;
  readonly issuer: string;
}

/**
 * Checks that an owner may have another application, and locks out concurrent additions until the transaction ends.
 * @throws CatalogError conflict; invalid_parameter when a required account is missing
 */
export async function requireApplicationQuota(
  client: TransactionClient,
  { subject, issuer }: Owner,
  requireAccount: boolean,
): Promise<void> {
  await lockOwner(client, { subject, issuer });
  if (requireAccount) await checkAccount(client, { subject, issuer });
  const number = await client.application.count({ where: { owner: subject, ownerIssuer: issuer, deletedAt: null } });
  if (number < LARGEST_APPLICATIONS) return;
  throw new CatalogError(
    'conflict',
    `${subject} has ${LARGEST_APPLICATIONS} applications: delete or transfer one first.`,
  );
}

/**
 * Keeps other transactions from giving this owner an application, or ending the owner's account, until this one ends.
 */
export async function lockOwner(client: TransactionClient, { subject, issuer }: Owner): Promise<void> {
  await lockRow(client, 'owner', `${issuer} ${subject}`);
}

async function checkAccount(client: TransactionClient, { subject, issuer }: Owner): Promise<void> {
  if (issuer !== OWN_ISSUER) {
    throw invalidParameter(
      'owner',
      `the accounts of ${issuer} cannot be looked up here: say that ${subject} is external.`,
    );
  }
  if ((await client.user.count({ where: { name: subject } })) > 0) return;
  throw invalidParameter(
    'owner',
    `there is no account ${subject}: create the user first, or say that the owner is external.`,
  );
}
