import { pino } from 'pino';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { Stores } from '../../../src/graph/schema/stores.ts';
import { createRestApp } from '../../../src/rest/createRestApp.ts';
import { createRestServer } from '../../../src/rest/createRestServer.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { RepresentationCache } from '../../../src/rest/representation/representationCache.ts';
import { announce } from './announce.ts';
import { databaseUrl, POOL_SIZE } from './settings.ts';

// The service's own public application on the service's own database; CACHE_BYTES=0 keeps nothing between requests.
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
    searchAdministration: null,
    diagnose: null,
    stores: new Stores(database),
  },
  cursorSecrets: ['benchmark'],
  representations: new RepresentationCache(cacheBytes),
  logger: pino({ level: 'silent' }),
});
announce(createRestServer(app));
