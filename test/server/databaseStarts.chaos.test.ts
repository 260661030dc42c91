import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testAlias } from '../search/openTestIndex.ts';
import { askGraph, importRecords } from '../support/askGraph.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type RestartablePostgres, startRestartablePostgres } from '../support/startRestartablePostgres.ts';
import { until } from '../support/until.ts';

const NOTICED_MS = 60_000;

describeWith(['postgres', 'elasticsearch'], 'a start of PostgreSQL under running processes', () => {
  let postgres: RestartablePostgres;
  let alias: string;
  const services: CatalogService[] = [];
  let published = 0;
  beforeAll(async () => {
    postgres = await startRestartablePostgres();
    alias = testAlias();
    const shared = { ELASTICSEARCH_URL: await sharedServer('elasticsearch'), ELASTICSEARCH_INDEX: alias };
    for (const variables of [{}, shared]) {
      services.push(await startCatalog({ DATABASE_URL: postgres.url, DUMP: 'off', ...variables }));
    }
    await publish(20);
  }, 240_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await postgres?.stop();
    const elasticsearch = await sharedServer('elasticsearch');
    const names = Object.keys((await (await fetch(`${elasticsearch}/${alias}*`)).json()) as object);
    if (names.length > 0) await fetch(`${elasticsearch}/${names.join(',')}`, { method: 'DELETE' });
  }, 120_000);

  /** Publishes, and waits until every process finds the last of it. */
  const publish = async (count: number) => {
    await importRecords(services[0] as CatalogService, newAnime(1 + published, count));
    published += count;
    await everywhere(async ({ publicUrl }) => {
      const answer = await fetch(`${publicUrl}/v1/search?q=${encodeURIComponent(`Title ${published}`)}&limit=1`);
      return answer.ok && ((await answer.json()) as { items: unknown[] }).items.length === 1;
    });
  };
  const everywhere = (question: (service: CatalogService) => Promise<boolean>) =>
    until(
      async () => (await Promise.all(services.map((it) => question(it).catch(() => false)))).every(Boolean),
      NOTICED_MS,
    );
  /** What a client and an operator see of caches and index. */
  const facts = ({ publicUrl, ...service }: CatalogService) =>
    Promise.all([
      fetch(`${publicUrl}/v1/anime?limit=5`).then(async (answer) => [answer.status, answer.headers.get('etag')]),
      fetch(`${publicUrl}/v1/events?limit=5`).then((answer) => answer.headers.get('etag')),
      askGraph({ publicUrl, ...service }, '{ searchStatus { index builtAt } }'),
    ]);
  const isReady = () => everywhere(async ({ internalUrl }) => (await fetch(`${internalUrl}/readyz`)).ok);

  test.each(['fast', 'immediate'] as const)(
    '(%s) changes no tag and rebuilds no index, and no later change is missed',
    async (how) => {
      const before = await Promise.all(services.map(facts));
      const client = new pg.Client({ connectionString: postgres.url });
      client.on('error', () => {});
      await client.connect();
      // Ids of transactions that leave no trace are given again after a crash; the indexers have seen them.
      for (let n = 0; n < 30; n += 1) await client.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK');
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await client.end();
      await postgres.restart(how);
      await isReady();
      await publish(1);
      const after = await Promise.all(services.map(facts));
      expect(after.map(([, , index]) => index)).toEqual(before.map(([, , index]) => index));
      const later = async () => (await Promise.all(services.map(facts))).map(([list, events]) => [list, events]);
      const steady = await later();
      await postgres.restart(how);
      await isReady();
      expect(await later()).toEqual(steady);
    },
    180_000,
  );

  test('with files that were put back changes them once an operator says so, before and after later publications', async () => {
    const putBack = await postgres.snapshot();
    await isReady();
    await publish(1);
    const before = await Promise.all(services.map(facts));
    const lost = published;
    await putBack();
    published -= 1;
    const { status, stderr } = await runCatalog(['database', 'restored'], {
      environment: { DATABASE_URL: postgres.url },
    });
    expect([status, stderr]).toEqual([0, '']);
    await everywhere(async (service) => {
      const answer = await fetch(`${service.publicUrl}/v1/search?q=${encodeURIComponent(`Title ${lost}`)}&limit=1`);
      const { items } = (await answer.json()) as { items: { title: string }[] };
      return answer.ok && items.every(({ title }) => title !== `Title ${lost}`);
    });
    await everywhere(async (service) => {
      const [list, events, index] = before[services.indexOf(service)] ?? [];
      const now = await facts(service);
      return ![list, events, index].some((it, n) => isDeepStrictEqual(it, now[n]));
    });
    await publish(2);
  }, 180_000);

  test('changes no tag while no process runs', async () => {
    const [first] = services as [CatalogService];
    const before = await facts(first);
    await Promise.all(services.map((service) => service.stop()));
    await postgres.restart('fast');
    services[0] = await startCatalog({ ...first.environment, DATABASE_URL: postgres.url, DUMP: 'off' });
    services.length = 1;
    expect((await facts(services[0])).slice(0, 2)).toEqual(before.slice(0, 2));
    await publish(1);
  }, 120_000);
});
