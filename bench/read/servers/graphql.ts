import { createServer } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { createGraphqlEndpoint } from '../../../src/internal/graphqlEndpoint.ts';
import { announce } from './announce.ts';
import { benchmarkPorts } from './benchmarkPorts.ts';
import { databaseUrl, POOL_SIZE } from './settings.ts';

// The internal listener's own /graphql, without the token.
const database = await openDatabase({ url: databaseUrl(), dataDir: '', poolSize: POOL_SIZE });
const { router } = await createGraphqlEndpoint({
  schema: createSchema(),
  ports: benchmarkPorts(database),
  logger: pino({ level: 'silent' }),
});
const app = express();
app.use('/graphql', router);
announce(createServer(app));
