import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../scripts/build/buildProgram.js';
import { startElasticsearch } from './elasticsearch/startElasticsearch.ts';
import { startServerBroker } from './serverBroker.ts';
import { socketVariable } from './sharedServer.ts';
import { startPostgres } from './startPostgres.ts';
import { startRedis } from './startRedis.ts';

declare global {
  var serverBroker: Awaited<ReturnType<typeof startServerBroker>> | undefined;
}

/** Its data goes with the run; tests of crashes and recoveries start servers of their own, durable ones. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Jest calls it once before the tests that need servers; what it sets in the environment reaches every worker. Those that start
 * bin/catalog run the current sources.
 */
export default async function setUpServers(): Promise<void> {
  await buildProgram(fileURLToPath(new URL('../../dist', import.meta.url)));
  process.env.TEST_RUN = randomBytes(4).toString('hex');
  globalThis.serverBroker = await startServerBroker({
    postgres: () => startPostgres(FORGETFUL),
    redis: startRedis,
    elasticsearch: startElasticsearch,
  });
  process.env[socketVariable] = globalThis.serverBroker.socket;
}
