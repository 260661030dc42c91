import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { importCatalog } from '../../../src/graph/import/importCatalog.ts';
import { publicationExtension } from '../../../src/graph/publication/publicationExtension.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openRestApi } from '../support/openRestApi.ts';

interface Page {
  readonly items: readonly { readonly position: number }[];
  readonly page: { readonly position: number };
}

describeWith(['postgres'], 'readers that wait for events', () => {
  const statements = countStatements();
  const api = ofSuite(openRestApi);
  let imported = 0;

  beforeAll(async () => {
    await publish();
  }, 60_000);

  const publish = async () => {
    await api.catalog.import(newAnime(imported, 1));
    imported += 1;
  };
  const head = async () => (await api.get('/v1/events?limit=0')).json<Page>().page.position;
  /** Held requests, once every one of them has looked. */
  const hold = async (targets: readonly string[], headers: Record<string, string> = {}) => {
    statements.take();
    const answers = targets.map((target) => api.get(target, headers));
    await sleep(300);
    return answers;
  };
  const logReads = () => statements.take().filter((text) => text.includes('FROM publication_head h'));

  test('are answered at once where something follows', async () => {
    const { items } = (await api.get('/v1/events?wait=30')).json<Page>();
    expect(items.map(({ position }) => position)).toEqual([1]);
  });

  test('are answered as soon as something is published, and read together', async () => {
    const position = await head();
    const answers = await hold(Array.from({ length: 10 }, () => `/v1/events?after=${position}&wait=30`));
    logReads();
    await sleep(1_500);
    expect(logReads()).toEqual([]);
    await publish();
    for (const answer of answers) expect((await answer).json<Page>().page.position).toBe(position + 1);
    // Whether something is there, and what: ten readers are far fewer reads.
    expect(logReads().length).toBeLessThan(6);
  });

  test('of other kinds go on waiting', async () => {
    const position = await head();
    const [answer] = await hold([`/v1/events?after=${position}&kinds=episode.released&wait=2`]);
    await publish();
    expect((await answer)?.json()).toEqual({ items: [], page: { nextCursor: null, position: position + 1 } });
  });

  test('hear of what another process publishes', async () => {
    const position = await head();
    const database = await openDatabase({ url: api.catalog.url, dataDir: '', extension: publicationExtension });
    try {
      const [answer] = await hold([`/v1/events?after=${position}&wait=30`]);
      const publications = createPublications(database, publicResources);
      const records = newAnime(imported, 1);
      await importCatalog(
        { publications, now: () => new Date() },
        { records, review: false, dryRun: false, actor: null },
      );
      imported += 1;
      // This test is one process: another's notification has another name.
      await database.client.$executeRaw`SELECT pg_notify('publication', 'another process')`;
      expect((await answer)?.json<Page>().page.position).toBe(position + 1);
    } finally {
      await database.close();
    }
  });

  test('are answered with nothing when the time is over: 304 to those who have that', async () => {
    const target = `/v1/events?after=${await head()}&wait=1`;
    const answer = await api.get(target);
    expect([answer.json<Page>().items, answer.headers['cache-control']]).toEqual([[], 'no-cache']);
    const left = ({ headers }: typeof answer) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    const again = await api.get(target, { 'if-none-match': answer.headers.etag ?? '' });
    // A connection that was held gives no point back.
    expect([again.status, left(again)]).toEqual([304, left(answer) - 1]);
  });

  test('cost nothing once they are gone', async () => {
    const position = await head();
    const left = request({ port: api.port, path: `/v1/events?after=${position}&wait=30` }).on('error', () => {});
    left.end();
    await sleep(300);
    left.destroy();
    await sleep(300);
    statements.take();
    await publish();
    await sleep(300);
    expect(logReads()).toEqual([]);
  });

  test('are answered when the service stops, and none is held any more', async () => {
    const position = await head();
    const [answer] = await hold([`/v1/events?after=${position}&wait=30`]);
    await api.release();
    expect((await answer)?.json<Page>().items).toEqual([]);
    await api.get(`/v1/events?after=${position}&wait=30`);
  }, 10_000);
});
