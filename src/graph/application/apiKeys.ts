import type { Database, TransactionClient } from '../../database/database.ts';
import type { ApiKey } from '../../database/generated/client.ts';
import { CatalogError, invalidParameter, notFound } from '../model/errors.ts';
import { KEY_SCOPES } from '../model/scopes.ts';
import { secretDigest } from '../model/secretDigest.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';
import { generateApiKey } from './apiKeyText.ts';
import { checkScopes } from './checkScopes.ts';
import { checkApplicationName } from './createApplication.ts';
import { lockActiveApplication } from './suspensionReason.ts';

/** Bounds forgotten scripts that create a key at each run. */
const LARGEST_KEYS = 100;
/** Keys that have ended are kept to be looked up; a key that is replaced every day fills this in half a year. */
const LARGEST_ENDED_KEYS = 200;

interface NewApiKey {
  readonly applicationId: string;
  /** What its owner calls it; null or absent: nothing. */
  readonly name?: string | null | undefined;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * Creates a key for an application.
 * @returns the stored key, and its text, which is not stored
 * @throws CatalogError invalid_parameter for name, scopes or expiry, not_found, conflict when there are too many keys
 */
export async function createApiKey(
  database: Database,
  { applicationId, name, scopes, expiresAt }: NewApiKey,
  now: Date,
): Promise<{ readonly stored: ApiKey; readonly text: string }> {
  const checkedName = name == null ? null : checkApplicationName(name);
  checkScopes(scopes, KEY_SCOPES);
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidParameter('expiresAt', 'a time in the future is expected.');
  }
  const { id, text } = generateApiKey();
  return database.transaction(async (client) => {
    await lockActiveApplication(client, applicationId);
    const working = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    if ((await client.apiKey.count({ where: { applicationId, ...working } })) >= LARGEST_KEYS) {
      throw new CatalogError('conflict', `The application has ${LARGEST_KEYS} active keys: revoke one first.`);
    }
    await removeOldestEnded(client, applicationId, now);
    const stored = await client.apiKey.create({
      data: {
        id,
        applicationId,
        name: checkedName,
        scopes: [...new Set(scopes)],
        expiresAt,
        digest: secretDigest(text),
      },
    });
    return { stored, text };
  });
}

async function removeOldestEnded(client: TransactionClient, applicationId: string, now: Date): Promise<void> {
  const ended = await client.apiKey.findMany({
    where: { applicationId, OR: [{ revokedAt: { lte: now } }, { expiresAt: { lte: now } }] },
    select: { id: true, revokedAt: true, expiresAt: true },
  });
  const endOf = ({ revokedAt, expiresAt }: (typeof ended)[number]) =>
    Math.min(Number(revokedAt ?? expiresAt), Number(expiresAt ?? revokedAt));
  const oldest = ended.sort((a, b) => endOf(b) - endOf(a)).slice(LARGEST_ENDED_KEYS);
  await client.apiKey.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } });
}

/** The keys of applications, oldest first. */
export const apiKeysOfApplication = ({ database }: LoaderSources) =>
  relationLoader(
    (applicationIds) =>
      database.client.apiKey.findMany({
        where: { applicationId: { in: applicationIds } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    (key) => key.applicationId,
  );

/** Revokes a key; a revoked one is left unchanged. @throws CatalogError not_found */
export async function revokeApiKey(client: TransactionClient, id: string, now: Date): Promise<ApiKey> {
  await client.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
  const key = await client.apiKey.findUnique({ where: { id } });
  if (key === null) throw notFound('key', id);
  return key;
}
