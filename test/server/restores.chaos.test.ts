// Proves that running processes notice every kind of restore: caches, indexes and entity tags follow the database.

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testAlias } from '../search/openTestIndex.ts';
import { importRecords } from '../support/askGraph.ts';
import { askPostgres } from '../support/askPostgres.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { type DatabaseDump, dumpDatabase } from '../support/dumpDatabase.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type PostgresServer, startPostgres } from '../support/startPostgres.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';
import { type ArchivedPostgres, archivePostgres } from './archivePostgres.ts';

const anime = (sourceId: string, title: string, year: number) => ({
  ...{ type: 'anime', source: 'mal', sourceId, titles: [{ title }], year, format: 'tv', status: 'finished' },
});

/** An operator who moves brings the roles along. */
async function setPassword(connectionString: string, password: string): Promise<void> {
  await askPostgres(connectionString, `ALTER ROLE postgres PASSWORD '${password}'`);
}

/** How long a running process may take to notice and to rebuild, in milliseconds; on a busy machine. */
const NOTICED_MS = 30_000;

/**
 * Drills with PostgreSQL's own programs, under the committed command as an operator runs it: two processes on one database, one with the
 * embedded index and one on Elasticsearch, that nobody restarts.
 */
describeWith(['postgres', 'postgresPrograms', 'elasticsearch'], 'restores under running processes', () => {
  let cluster: ArchivedPostgres;
  let otherCluster: PostgresServer;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let services: CatalogService[];
  let dump: DatabaseDump | undefined;
  let index: string;

  beforeAll(async () => {
    cluster = await archivePostgres();
    otherCluster = await startPostgres();
    database = await createTestDatabase({ server: cluster.url, template: 'empty' });
    const { hostname, port } = new URL(cluster.url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    const url = Object.assign(new URL(database.url), { port: String(proxy.port) });
    index = testAlias();
    const shared = { ELASTICSEARCH_URL: await sharedServer('elasticsearch'), ELASTICSEARCH_INDEX: index };
    services = [];
    for (const variables of [{}, shared]) services.push(await startCatalog({ DATABASE_URL: url.href, ...variables }));
  }, 240_000);
  afterEach(async () => {
    await dump?.discard();
    dump = undefined;
  });
  afterAll(async () => {
    await Promise.all(services?.map((service) => service.stop()) ?? []);
    await proxy?.cut();
    await cluster?.stop();
    await otherCluster?.stop();
    const elasticsearch = await sharedServer('elasticsearch');
    const names = Object.keys((await (await fetch(`${elasticsearch}/${index}*`)).json()) as object);
    if (names.length > 0) await fetch(`${elasticsearch}/${names.join(',')}`, { method: 'DELETE' });
  }, 120_000);

  /** Connections of before a restore may be dead still. */
  const publish = (...records: object[]) =>
    until(
      () =>
        importRecords(services[0] as CatalogService, records).then(
          () => true,
          () => false,
        ),
      NOTICED_MS,
    );
  /** Titles and facets by year of a search; null while it is unavailable. */
  const search = async ({ publicUrl }: CatalogService, q: string) => {
    const response = await fetch(`${publicUrl}/v1/search?q=${encodeURIComponent(q)}`);
    if (!response.ok) return null;
    const { items, facets } = (await response.json()) as {
      items: { id: string; title: string }[];
      facets: { field: string; values: { value: unknown }[] }[];
    };
    const years = facets.find(({ field }) => field === 'year')?.values.map(({ value }) => value) ?? [];
    return { ids: items.map(({ id }) => id), titles: items.map(({ title }) => title), years };
  };
  const everywhere = (question: (service: CatalogService) => Promise<boolean>) =>
    until(
      async () => (await Promise.all(services.map((it) => question(it).catch(() => false)))).every(Boolean),
      NOTICED_MS,
    );
  const finds = (q: string) => everywhere(async (it) => (await search(it, q))?.titles.includes(q) === true);
  const findsNothing = (q: string) => everywhere(async (it) => (await search(it, q))?.titles.length === 0);

  const drills = [
    {
      name: 'a point-in-time recovery from a base backup',
      back: async () => {
        await cluster.backUp();
        await cluster.mark('before');
      },
      restore: () => cluster.recoverTo('before'),
    },
    {
      name: 'a dump restored into a new database of the same cluster',
      back: async () => {
        dump = await dumpDatabase(database.url);
      },
      restore: async () => await dump?.restoreAnew(database.url),
    },
    {
      name: 'a dump restored in place',
      back: async () => {
        dump = await dumpDatabase(database.url);
      },
      restore: async () => await dump?.restoreInPlace(database.url),
    },
    {
      name: 'a dump restored into another cluster',
      back: async () => {
        dump = await dumpDatabase(database.url);
      },
      restore: async () => {
        const target = new URL(otherCluster.url);
        target.pathname = new URL(database.url).pathname;
        await dump?.restoreAnew(target.href);
        await setPassword(target.href, new URL(cluster.url).password);
        proxy.redirect({ host: target.hostname, port: Number(target.port) });
      },
    },
  ];

  test.each(drills)(
    '$name',
    async ({ name, back, restore }) => {
      const title = (what: string) => `${what} ${drills.findIndex((drill) => drill.name === name)}`;
      await publish(anime('1', title('Trigun'), 2000), anime('2', title('Kept'), 2001));
      await finds(title('Kept'));
      await back();
      await publish(anime('1', title('Trigun'), 2098), anime('3', title('Lost'), 2002));
      await finds(title('Lost'));
      const [id] = (await search(services[0] as CatalogService, title('Trigun')))?.ids ?? [];
      const read = async ({ publicUrl }: CatalogService, etag = '') => {
        const response = await fetch(`${publicUrl}/v1/anime/${id}`, { headers: { 'if-none-match': etag } });
        const text = await response.text();
        return {
          status: response.status,
          etag: response.headers.get('etag') ?? '',
          year: text && JSON.parse(text).year,
        };
      };
      const lost = await Promise.all(services.map((it) => read(it)));
      expect(lost.map(({ year }) => year)).toEqual([2098, 2098]);

      await restore();
      await everywhere(async (it) => (await read(it, lost[0]?.etag)).year === 2000);
      await findsNothing(title('Lost'));
      await everywhere(async (it) => (await search(it, title('Trigun')))?.years.includes(2000) === true);

      await publish(anime('1', title('Trigun'), 1998), anime('4', title('New'), 2003));
      await finds(title('New'));
      await finds(title('Kept'));
      for (const service of services)
        expect(await read(service, lost[0]?.etag)).toMatchObject({ status: 200, year: 1998 });
    },
    180_000,
  );
});
