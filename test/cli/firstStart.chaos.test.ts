import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { waitUntilReady } from '../support/waitUntilReady.ts';

/** A first start imports 8,483 records. */
jest.setTimeout(480_000);

async function recordsOf(service: CatalogService, source: string): Promise<number> {
  const { stdout } = await runCatalog(['sources', 'list', '--json'], { environment: service.environment });
  // While it starts, the graph answers with an error.
  const { items } = JSON.parse(stdout) as { items?: { name: string; recordCount: number }[] };
  return items?.find(({ name }) => name === source)?.recordCount ?? 0;
}

async function untilPrinted(service: CatalogService, text: string): Promise<void> {
  const isPrinted = async () => {
    if (!service.output().includes(text)) throw new Error(`"${text}" is not printed yet`);
  };
  await waitUntilReady(service, 'catalog serve', isPrinted, 300_000);
}

describe('the first start on the embedded database', () => {
  test('killed on its way and started again has the catalogue and the season, and tells three requests that answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalog-first-start-'));
    const variables = { DATA_DIR: join(folder, 'data'), SAMPLE_DATA: 'on' };
    // A fast machine has imported everything by the time that it is ready.
    const first = await startCatalog(variables, { until: 'livez' });
    while ((await recordsOf(first, 'bangumi-data')) === 0);
    await first.kill();

    const second = await startCatalog(variables);
    await untilPrinted(second, 'and open ');
    expect(second.output()).toContain('was interrupted');
    expect(await recordsOf(second, 'bangumi-data')).toBe(8461);
    expect(await recordsOf(second, 'sample')).toBeGreaterThan(20);
    const requests = [...second.output().matchAll(/curl '([^']+)'/g)].flatMap(([, url]) => url ?? []);
    expect(requests).toHaveLength(3);
    for (const url of requests) {
      const response = await fetch(url);
      expect(response.status).toBe(200);
      const body = (await response.json()) as { id?: string; items?: unknown[] };
      expect(body.id ?? body.items?.length).toBeTruthy();
    }
    await second.stop();

    const third = await startCatalog(variables);
    expect(third.output()).not.toContain('bangumi-data');
    await third.stop();
    await rm(folder, { recursive: true });
  });
});

describeWith(['postgres'], 'a database that was emptied on purpose', () => {
  test('stays empty at the next start', async () => {
    const database = await createTestDatabase({ template: 'empty' });
    const variables = { DATABASE_URL: database.url, SAMPLE_DATA: 'catalogue' };
    const first = await startCatalog(variables);
    await untilPrinted(first, 'and open ');
    expect(await recordsOf(first, 'sample')).toBe(0);
    await first.stop();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('delete from source_record; delete from anime');

    const second = await startCatalog(variables);
    expect(second.output()).not.toContain('bangumi-data');
    const { rows } = await client.query('select count(*)::int as count from anime');
    await client.end();
    expect(rows).toEqual([{ count: 0 }]);
    await second.stop();
    await database.drop();
  });
});
