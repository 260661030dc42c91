import { openDatabase } from '../../src/database/openDatabase.ts';
import { createApiKey } from '../../src/graph/application/apiKeys.ts';
import { createApplication } from '../../src/graph/application/createApplication.ts';
import { issueToken } from '../../src/graph/user/accessTokens.ts';
import { OwnTokens } from '../../src/identity/token/ownTokens.ts';
import { tokenSettings } from './servers/settings.ts';

/** An API key and an access token that the measured service takes: the header Authorization with each. */
export async function createCredentials(url: string): Promise<{ readonly key: string; readonly token: string }> {
  const database = await openDatabase({ url, dataDir: '' });
  try {
    const owner = 'benchmark';
    const scopes = ['anime.read'];
    const { id } = await createApplication(database.client, { name: 'Benchmark', owner });
    const { text } = await createApiKey(database, { applicationId: id, scopes, expiresAt: null }, new Date());
    const maker = { database, viewer: { kind: 'tool', actor: null }, now: () => new Date() } as const;
    const asked = { user: owner, scopes, ttlSeconds: 3600 };
    const { token } = await issueToken(maker, new OwnTokens({ ...tokenSettings, database }), asked);
    return { key: `Bearer ${text}`, token: `Bearer ${token}` };
  } finally {
    await database.close();
  }
}
