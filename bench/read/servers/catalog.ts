import { pino } from 'pino';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { ApiKeyVerifier } from '../../../src/identity/apiKey/apiKeyVerifier.ts';
import { KeyUses } from '../../../src/identity/apiKey/keyUses.ts';
import { createCredentialVerifier } from '../../../src/identity/credentialVerifier.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { OwnTokens } from '../../../src/identity/token/ownTokens.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { createRestApp } from '../../../src/rest/createRestApp.ts';
import { RepresentationCache } from '../../../src/rest/representation/representationCache.ts';
import { createRestServer } from '../../../src/rest/server/createRestServer.ts';
import { announce } from './announce.ts';
import { benchmarkPorts } from './benchmarkPorts.ts';
import { databaseUrl, POOL_SIZE, tokenSettings } from './settings.ts';

// The service's own public application on the service's own database; CACHE_BYTES=0 keeps nothing between requests.
const database = await openDatabase({ url: databaseUrl(), dataDir: '', poolSize: POOL_SIZE });
const cacheBytes = Number(process.env.CACHE_BYTES ?? 0);
const { app } = createRestApp({
  schema: createSchema(),
  ports: benchmarkPorts(database),
  cursorSecrets: ['benchmark'],
  callers: {
    credentials: createCredentialVerifier({
      keys: new ApiKeyVerifier(database, new KeyUses(database, () => {})),
      tokens: new TokenVerifier(new OwnTokens({ ...tokenSettings, database }), tokenSettings.audience),
    }),
    // Out of reach, and counted all the same.
    quotas: memoryQuotas(quotaLimits({ anonymous: 1e9, credentialed: 2e9, address: 1e10 })),
  },
  representations: new RepresentationCache(cacheBytes),
  logger: pino({ level: 'silent' }),
});
announce(createRestServer(app));
