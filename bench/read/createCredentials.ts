import { openDatabase } from '../../src/database/openDatabase.ts';
import { createApiKey } from '../../src/graph/application/apiKeys.ts';
import { createApplication } from '../../src/graph/application/createApplication.ts';
import { EmbeddedIssuer } from '../../src/identity/issuer/embeddedIssuer.ts';
import { issuerSettings } from './servers/settings.ts';

/** An API key and an access token that the measured service takes: the header Authorization with each. */
export async function createCredentials(url: string): Promise<{ readonly key: string; readonly token: string }> {
  const database = await openDatabase({ url, dataDir: '' });
  const issuer = new EmbeddedIssuer({ ...issuerSettings, database });
  try {
    const owner = 'benchmark';
    const scopes = ['anime.read'];
    const { id } = await createApplication(database.client, { name: 'Benchmark', owner, redirectUris: [] });
    const { text } = await createApiKey(database, { applicationId: id, scopes, expiresAt: null }, new Date());
    const { token } = await issuer.issue({ subject: owner, scopes, ttlSeconds: 3600 });
    return { key: `Bearer ${text}`, token: `Bearer ${token}` };
  } finally {
    issuer.stop();
    await database.close();
  }
}
