import { pino } from 'pino';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { EntityCache } from '../../../src/graph/reading/entityCache.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { createRestApp } from '../../../src/rest/createRestApp.ts';
import { createRestServer } from '../../../src/rest/createRestServer.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { announce } from './announce.ts';
import { databaseUrl, POOL_SIZE } from './settings.ts';

// The service's own public application on the service's own database; CACHE_BYTES=0 keeps no document between requests.
const database = await openDatabase({ url: databaseUrl(), dataDir: '', poolSize: POOL_SIZE });
const publications = createPublications(database, publicResources);
const cacheBytes = Number(process.env.CACHE_BYTES ?? 0);
const app = createRestApp({
  schema: createSchema(),
  ports: {
    database,
    now: () => new Date(),
    publications,
    search: null,
    entities: cacheBytes > 0 ? new EntityCache(cacheBytes) : null,
  },
  cursorSecret: 'benchmark',
  logger: pino({ level: 'silent' }),
});
announce(createRestServer(app));
