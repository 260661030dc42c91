import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { embeddedTemplate } from './copyEmbedded.ts';
import { dropTestDatabases } from './createTestDatabase.ts';

/** Jest calls it once after the integration tests. */
export default async function tearDownServers(): Promise<void> {
  await globalThis.serverBroker?.stop();
  await rm(dirname(embeddedTemplate()), { recursive: true, force: true });
  const given = process.env.TEST_DATABASE_URL;
  if (given) await dropTestDatabases(given);
}
