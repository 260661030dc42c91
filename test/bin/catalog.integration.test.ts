import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestIndex, testAlias } from '../search/openTestIndex.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

/** The clients of both servers are in the bundle; the tests of the sources do not run that. */
describeWith(['postgres', 'elasticsearch'], 'the built program on PostgreSQL and Elasticsearch', () => {
  const alias = testAlias();
  let database: TestDatabase;
  let elasticsearch: string;
  let service: CatalogService;

  beforeAll(async () => {
    database = await createTestDatabase();
    elasticsearch = await sharedServer('elasticsearch');
    service = await startCatalog({
      DATABASE_URL: database.url,
      ELASTICSEARCH_URL: elasticsearch,
      ELASTICSEARCH_INDEX: alias,
    });
  }, 300_000);
  afterAll(async () => {
    await service?.stop();
    // Closing it deletes what the service has made.
    await openTestIndex([elasticsearch], alias).close();
    await database?.drop();
  }, 60_000);

  it('publishes, indexes and finds', async () => {
    const record = { type: 'anime', source: 'mal', sourceId: '38000', titles: [{ title: '鬼滅の刃' }] };
    const { status } = await runCatalog(['import', '-', '--json'], {
      environment: service.environment,
      input: JSON.stringify(record),
    });
    expect(status).toBe(0);
    const search = async () => {
      const response = await fetch(`${service.publicUrl}/v1/search?q=${encodeURIComponent('鬼滅の刃')}`);
      return (await response.json()) as { items?: { title: string }[] };
    };
    let found = await search();
    while (!found.items?.length) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      found = await search();
    }
    expect(found.items).toMatchObject([{ title: '鬼滅の刃' }]);
  }, 120_000);
});
