import { dropTestDatabases } from './createTestDatabase.ts';

/** Jest calls it once after the integration tests. */
export default async function tearDownServers(): Promise<void> {
  await globalThis.serverBroker?.stop();
  const given = process.env.TEST_DATABASE_URL;
  if (given) await dropTestDatabases(given);
}
