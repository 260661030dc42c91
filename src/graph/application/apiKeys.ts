import type { Database, TransactionClient } from '../../database/database.ts';
import type { ApiKey } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import { digestApiKey, generateApiKey } from './apiKeyText.ts';
import { restReasonText } from './restReason.ts';
import { isKeyScope, KEY_SCOPES } from './scopes.ts';

/** So that forgotten scripts which make a key at each run are noticed. */
const LARGEST_KEYS = 100;

interface NewApiKey {
  readonly applicationId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * Makes a key for an application.
 * @returns what is kept of it, and its text, which is kept nowhere
 * @throws CatalogError invalid_parameter for scopes or end, not_found for the application, conflict when it has too many keys
 */
export async function createApiKey(
  database: Database,
  { applicationId, scopes, expiresAt }: NewApiKey,
  now: Date,
): Promise<{ readonly stored: ApiKey; readonly text: string }> {
  checkScopes(scopes);
  if (expiresAt !== null && expiresAt <= now) {
    throw new CatalogError('invalid_parameter', 'expiresAt: a time ahead is expected.', { parameter: 'expiresAt' });
  }
  const { id, text } = generateApiKey();
  return database.transaction(async (client) => {
    const [application] = await client.$queryRaw<{ readonly reason: string | null }[]>`
      SELECT application_rest_reason(a) AS reason FROM application a
      WHERE a.id = ${applicationId}::uuid AND a.deleted_at IS NULL FOR UPDATE`;
    if (application === undefined) {
      throw new CatalogError('not_found', `There is no application ${applicationId}.`, { parameter: 'applicationId' });
    }
    const rests = restReasonText(application.reason);
    if (rests !== null) throw new CatalogError('conflict', rests);
    const working = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    if ((await client.apiKey.count({ where: { applicationId, ...working } })) >= LARGEST_KEYS) {
      throw new CatalogError('conflict', `The application has ${LARGEST_KEYS} working keys: revoke one first.`);
    }
    const stored = await client.apiKey.create({
      data: { id, applicationId, digest: new Uint8Array(digestApiKey(text)), scopes: [...new Set(scopes)], expiresAt },
    });
    return { stored, text };
  });
}

/** Ends a key; one that is revoked stays as it is. @throws CatalogError not_found */
export async function revokeApiKey(client: TransactionClient, id: string, now: Date): Promise<ApiKey> {
  await client.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
  const key = await client.apiKey.findUnique({ where: { id } });
  if (key === null) throw new CatalogError('not_found', `There is no key ${id}.`, { parameter: 'id' });
  return key;
}

function checkScopes(scopes: readonly string[]): void {
  const wrong = scopes.find((scope) => !isKeyScope(scope));
  if (scopes.length > 0 && wrong === undefined) return;
  const found = wrong === undefined ? 'none is given' : `"${wrong}" is none`;
  const webhooks = wrong?.startsWith('webhooks.') ? ' Webhooks are managed with the access token of a person.' : '';
  throw new CatalogError('invalid_parameter', `scopes: ${found}; a key takes ${KEY_SCOPES.join(' and ')}.${webhooks}`, {
    parameter: 'scopes',
  });
}
