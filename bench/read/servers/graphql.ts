import { createServer } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { Stores } from '../../../src/graph/reading/loaders.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { createGraphqlEndpoint } from '../../../src/internal/graphqlEndpoint.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { announce } from './announce.ts';
import { databaseUrl, POOL_SIZE } from './settings.ts';

// The internal listener's own /graphql, without the token.
const database = await openDatabase({ url: databaseUrl(), dataDir: '', poolSize: POOL_SIZE });
const publications = createPublications(database, publicResources);
const { router } = await createGraphqlEndpoint({
  schema: createSchema(),
  ports: {
    database,
    now: () => new Date(),
    publications,
    search: null,
    searchAdministration: null,
    diagnose: null,
    tokenIssuer: null,
    webhooks: null,
    stores: new Stores(database),
  },
  logger: pino({ level: 'silent' }),
});
const app = express();
app.use('/graphql', router);
announce(createServer(app));
