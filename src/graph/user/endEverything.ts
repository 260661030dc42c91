import type { TransactionClient } from '../../database/database.ts';
import { lockRow } from '../../database/lockRow.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';

/**
 * Ends, at once and in every process, what a person who signs in here has: the sessions at her account and at the
 * desk, and her access tokens. Who makes a token locks the account too, so that none appears meanwhile.
 * @param client of a transaction
 */
export async function endEverything(client: TransactionClient, subject: string): Promise<void> {
  await lockRow(client, 'user', subject);
  await client.portalSession.deleteMany({ where: { issuer: OWN_ISSUER, subject } });
  await client.accessToken.deleteMany({ where: { subject } });
}
