import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { runCatalog } from '../../support/runCatalog.ts';
import { sharedServer } from '../../support/sharedServer.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { until } from '../../support/until.ts';
import { openTestIndex, testAlias } from '../openTestIndex.ts';

/** Its session ends after 15 s of silence; the rest is for the poll of the other and a busy machine. */
const HELD_UP_MS = 20_000;

describeWith(['postgres', 'elasticsearch'], 'the process that keeps a shared index, paused (SIGSTOP)', () => {
  let database: TestDatabase;
  let discardIndexes: () => Promise<void>;
  const services: CatalogService[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = await sharedServer('elasticsearch');
    const alias = testAlias();
    const index = openTestIndex([url], alias);
    discardIndexes = () => index.close();
    const variables = { DATABASE_URL: database.url, ELASTICSEARCH_URL: url, ELASTICSEARCH_INDEX: alias };
    for (let n = 0; n < 2; n += 1) services.push(await startCatalog(variables));
  }, 120_000);
  afterAll(async () => {
    for (const { pid } of services) process.kill(pid, 'SIGCONT');
    await Promise.all(services.map((service) => service.stop()));
    await discardIndexes?.();
    await database?.drop();
  }, 60_000);

  const importing = async ({ environment }: CatalogService, sourceId: string, title: string) => {
    const record = { type: 'anime', source: 'mal', sourceId, titles: [{ title }] };
    const { status } = await runCatalog(['import', '-'], { environment, input: JSON.stringify(record) });
    expect(status).toBe(0);
  };
  const found = async ({ publicUrl }: CatalogService, q: string) => {
    const response = await fetch(`${publicUrl}/v1/search?q=${q}`);
    return response.ok && ((await response.json()) as { items: unknown[] }).items.length > 0;
  };
  const keeps = async ({ internalUrl }: CatalogService) =>
    /^anime_catalog_search_index_lag_seconds /m.test(await (await fetch(`${internalUrl}/metrics`)).text());

  it('holds the others up for 20 s at most, and says that it was relieved', async () => {
    const [first, second] = services as [CatalogService, CatalogService];
    await importing(first, '1', 'Trigun');
    await until(() => found(first, 'trigun'));
    // The figures are sampled, and follow the index by seconds on a busy machine.
    await until(async () => (await keeps(first)) !== (await keeps(second)));
    const [keeper, other] = (await keeps(first)) ? [first, second] : [second, first];

    process.kill(keeper.pid, 'SIGSTOP');
    const began = performance.now();
    await importing(other, '2', 'Planetes');
    await until(() => found(other, 'planetes'), 40_000);
    expect(performance.now() - began).toBeLessThan(HELD_UP_MS);

    process.kill(keeper.pid, 'SIGCONT');
    await until(() => keeper.output().includes('the lock of the shared index was lost'));
    await importing(keeper, '3', 'Mushishi');
    await until(() => found(keeper, 'mushishi'));
    for (const earlier of ['trigun', 'planetes']) expect(await found(keeper, earlier)).toBe(true);
    await until(async () => (await keeps(other)) && !(await keeps(keeper)));
  }, 90_000);
});
