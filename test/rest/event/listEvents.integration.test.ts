import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { importCatalog } from '../../../src/graph/import/importCatalog.ts';
import { publicationExtension } from '../../../src/graph/publication/publicationExtension.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { unmergeAnime } from '../../../src/graph/review/unmergeAnime.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { refusalOf } from '../support/describeParameters.ts';
import { openRestApi } from '../support/openRestApi.ts';
import { openSampleApi } from '../support/openSampleApi.ts';

describeWith(['postgres'], 'the event log', () => {
  interface Page {
    readonly items: readonly {
      readonly position: number;
      readonly event: { readonly kind: string; readonly data: { readonly id: string; readonly revision: number } };
      readonly ended: readonly string[];
    }[];
    readonly page: { readonly nextCursor: string | null; readonly position: number };
  }

  const reviewer = { name: 'a reviewer', reason: null };
  const FOR_EVER = 'max-age=31536000, immutable';

  const api = ofSuite(openSampleApi);

  const read = async (query: string) => (await api.get(`/v1/events?${query}`)).json<Page>();
  const head = async () => (await read('limit=0')).page.position;
  const since = async (position: number) => (await read(`after=${position}&limit=100`)).items;
  const ports = () => ({ publications: api.catalog.publications, now: () => new Date() });
  const refusal = (query: string) => refusalOf(api, 'GET', `/v1/events?${query}`);
  const idOf = async (title: string) => {
    const { animeId } = await api.catalog.database.client.animeTitle.findFirstOrThrow({ where: { title } });
    return animeId;
  };
  const episode = (sourceId: string, anime: string, number: number, title: string) => ({
    ...{ type: 'episode', source: 'mal', sourceId, anime: { source: 'mal', sourceId: anime }, number },
    ...{ titles: [{ title }], status: 'scheduled' },
  });

  test('is walked from the first event to the newest, each once and byte for byte', async () => {
    const rows = await api.catalog.database.client.event.findMany({ orderBy: { position: 'asc' } });
    const items: Page['items'][number][] = [];
    let next: string | null = '0';
    while (next !== null) {
      const answer = await api.get(`/v1/events?limit=10&after=${next}`);
      const { page, ...body } = answer.json<Page>();
      for (const { position, event } of body.items) {
        const { payload } = rows[position - 1] as { payload: string };
        expect(event).toEqual(JSON.parse(payload));
        expect(answer.body.toString()).toContain(`{"position":${position},"event":${payload},"ended":[]}`);
      }
      expect(answer.headers.link).toBe(
        page.nextCursor === null ? undefined : `</v1/events?limit=10&after=${page.nextCursor}>; rel="next"`,
      );
      items.push(...body.items);
      next = page.nextCursor;
    }
    expect(items.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
  });

  test('shows the kinds that are wanted, in order, and goes on at the head when there are no more of them', async () => {
    const all = await since(0);
    for (const kinds of [
      'episode.released',
      'anime.updated',
      'episode.updated,anime.created',
      'anime.created,anime.created',
    ]) {
      const wanted = all.filter(({ event }) => kinds.split(',').includes(event.kind));
      expect(await read(`kinds=${kinds}&limit=100`)).toEqual({
        items: wanted,
        page: { nextCursor: null, position: await head() },
      });
      const [first] = wanted;
      if (first === undefined) continue;
      expect(await read(`kinds=${kinds}&limit=1`)).toEqual({
        items: [first],
        page: { nextCursor: String(first.position), position: first.position },
      });
    }
  });

  test('answers the position of the newest event alone for limit=0', async () => {
    const { position } = await api.catalog.database.client.publicationHead.findUniqueOrThrow({ where: { id: 1 } });
    expect(await read('limit=0')).toEqual({ items: [], page: { nextCursor: null, position: Number(position) } });
  });

  describe('a page', () => {
    test('that others follow is kept for ever, the last one is asked for again', async () => {
      const full = await api.get('/v1/events?limit=10');
      expect(full.headers['cache-control']).toBe(`public, ${FOR_EVER}`);
      const last = await api.get('/v1/events?limit=100');
      expect(last.headers['cache-control']).toBe('no-cache');
      // As many as there are: another will follow, and then the page says so.
      const position = await head();
      const exact = await api.get(`/v1/events?after=${position - 5}&limit=5`);
      expect(exact.headers['cache-control']).toBe('no-cache');
      expect(exact.json<Page>().page).toEqual({ nextCursor: null, position });
    });

    test('is 304 to who has it, until something follows', async () => {
      const target = '/v1/events?limit=100';
      const tagOf = async () => (await api.get(target)).headers.etag ?? '';
      const tag = await tagOf();
      expect((await api.get(target, { 'if-none-match': tag })).status).toBe(304);
      await api.catalog.import([episode('2/2', '2', 2, 'Two')]);
      expect((await api.get(target, { 'if-none-match': tag })).status).toBe(200);
      expect(await tagOf()).not.toBe(tag);
      const full = await api.get('/v1/events?limit=10');
      const again = await api.get('/v1/events?limit=10', { 'if-none-match': full.headers.etag ?? '' });
      expect([again.status, again.headers['cache-control']]).toEqual([304, `public, ${FOR_EVER}`]);
    });
  });

  describe('what ended is told', () => {
    test('with the anime and the episodes that it became, and returns with an event of its own', async () => {
      // It states a relation to the anime that ends.
      const related = await idOf('AoT');
      const [loser, survivor] = [await idOf('Anime 03'), await idOf('Anime 04')];
      await api.catalog.import([
        episode('3/1', '3', 1, 'Same'),
        episode('3/2', '3', 2, 'B'),
        episode('4/1', '4', 1, 'Same'),
      ]);
      const [twin] = await api.catalog.database.client.episode.findMany({ where: { animeId: survivor } });
      const episodes = await api.catalog.database.client.episode.findMany({
        where: { animeId: loser },
        orderBy: { number: 'asc' },
      });
      const [joined, moved] = episodes.map(({ id }) => id);
      const before = await head();
      await mergeAnime(ports(), loser, survivor, reviewer);
      const merged = await since(before);
      expect(new Map(merged.map(({ event, ended }) => [event.data.id, ended]))).toEqual(
        new Map([
          [survivor, [loser]],
          [related, []],
          [twin?.id, [joined]],
          [moved, []],
        ]),
      );

      const undone = await head();
      await unmergeAnime(ports(), loser, reviewer);
      const returned = await since(undone);
      expect(returned.flatMap(({ ended }) => ended)).toEqual([]);
      expect(new Set(returned.map(({ event }) => event.data.id))).toEqual(
        new Set([loser, survivor, related, twin?.id, joined, moved]),
      );
    });

    test('with an episode that nothing else changed in: another took its number', async () => {
      await api.catalog.import([episode('5/1', '5', 1, 'Same'), episode('5/2', '5', 2, 'Same')]);
      const animeId = await idOf('Anime 05');
      const rows = await api.catalog.database.client.episode.findMany({
        where: { animeId },
        orderBy: { number: 'asc' },
      });
      const before = await head();
      await api.catalog.import([episode('5/2', '5', 1, 'Same')]);
      const left = await api.catalog.database.client.episode.findMany({ where: { animeId } });
      const gone = rows.filter(({ id }) => !left.some((it) => it.id === id)).map(({ id }) => id);
      expect(left).toHaveLength(1);
      expect((await since(before)).map(({ event, ended }) => [event.data.id, ended])).toEqual([[left[0]?.id, gone]]);
    });
  });

  describe('refuses', () => {
    test('a position beyond the newest event, and says what to do', async () => {
      const position = await head();
      for (const after of [position + 1, 9007199254740991]) {
        for (const query of [`after=${after}`, `after=${after}&limit=0`, `after=${after}&kinds=anime.created`]) {
          const problem = await refusal(query);
          expect(problem).toMatchObject({ status: 409, code: 'conflict' });
          expect(problem.detail).toMatch(/restored from a backup: begin again/);
        }
      }
      expect((await read(`after=${position}`)).items).toEqual([]);
    });

    test('kinds that are unknown, and names the nearest', async () => {
      const { detail, ...problem } = await refusal('kinds=anime.created,episode.relased');
      expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: 'kinds' });
      expect(detail).toBe(
        'kinds must be some of anime.created, anime.updated, episode.released, episode.updated, separated by commas; got "anime.created,episode.relased". Nearest to "episode.relased" is episode.released.',
      );
    });

    // The last one: they do not return.
    test('a position after which events were removed, and names the remedy', async () => {
      await api.catalog.database.client.event.deleteMany({ where: { position: { lte: 5 } } });
      for (const query of ['', 'after=0', 'after=4', 'after=4&kinds=episode.released', 'after=0&wait=1', 'limit=1']) {
        const problem = await refusal(query);
        expect(problem).toMatchObject({ status: 410, code: 'position_gone' });
        expect(problem.detail).toMatch(/removed, because they are old: begin again with GET \/v1\/dump/);
      }
      expect((await since(5))[0]?.position).toBe(6);
      expect((await read('limit=0')).page.position).toBe(await head());
      const position = await head();
      expect((await read(`after=${position}`)).items).toEqual([]);
      expect(await refusal(`after=${position + 1}`)).toMatchObject({ status: 409, code: 'conflict' });
    });
  });
});

describeWith(['postgres'], 'readers that wait for events', () => {
  interface Page {
    readonly items: readonly { readonly position: number }[];
    readonly page: { readonly position: number };
  }

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
  /** Requests, most likely held: what is proved holds for those that come late, too. */
  const hold = async (targets: readonly string[], headers: Record<string, string> = {}) => {
    const answers = targets.map((target) => api.get(target, headers));
    await sleep(300);
    return answers;
  };

  test('are answered as soon as something is published', async () => {
    const position = await head();
    const answers = await hold(Array.from({ length: 10 }, () => `/v1/events?after=${position}&wait=30`));
    await publish();
    for (const answer of answers) expect((await answer).json<Page>().page.position).toBe(position + 1);
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

  test('are answered when the service stops, and none is held any more', async () => {
    const position = await head();
    const [answer] = await hold([`/v1/events?after=${position}&wait=30`]);
    await api.release();
    expect((await answer)?.json<Page>().items).toEqual([]);
    await api.get(`/v1/events?after=${position}&wait=30`);
  }, 10_000);
});
