import { beforeAll, describe, expect, test } from '@jest/globals';
import { listEpisodes } from '../../src/rest/episode/listEpisodes.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openSampleApi } from './support/openSampleApi.ts';

describeWith(['postgres'], 'looking anime up', () => {
  interface LookupAnswer {
    readonly items: readonly { readonly id: string; readonly externalIds: readonly { site: string; id: string }[] }[];
    readonly page: { readonly nextCursor: string | null };
    readonly notFound?: readonly string[];
  }

  const UNKNOWN = '00000000-0000-0000-0000-000000000000';

  const api = ofSuite(() => openSampleApi({ cacheBytes: 8_000_000 }));
  let ids: string[];

  beforeAll(async () => {
    ids = (await ask('limit=100')).items.map(({ id }) => id);
  }, 60_000);

  async function ask(query: string): Promise<LookupAnswer> {
    const answer = await api.get(`/v1/anime?${query}`);
    expect({ query, status: answer.status, body: answer.status === 200 ? null : answer.json() }).toMatchObject({
      query,
      status: 200,
    });
    return answer.json<LookupAnswer>();
  }
  const idsOf = ({ items }: LookupAnswer) => items.map(({ id }) => id);

  test('by ids answers in the order requested, each once, and names what is not there', async () => {
    const asked = [ids[7], UNKNOWN, ids[2], ids[7]?.toUpperCase(), ids[20]];
    // Read whole first, then from what was cached.
    for (let round = 0; round < 2; round += 1) {
      const answer = await ask(`ids=${asked.join()}`);
      expect(idsOf(answer)).toEqual([ids[7], ids[2], ids[20]]);
      expect(answer.notFound).toEqual([UNKNOWN]);
      expect(answer.page).toEqual({ nextCursor: null });
    }
  });

  test('by ids answers what the list and the detail answer', async () => {
    const reversed = [...ids].reverse();
    const { items } = await ask(`ids=${reversed.join()}`);
    expect([...items].reverse()).toEqual((await ask('limit=100')).items);
    const [first] = items;
    expect((await api.get(`/v1/anime/${first?.id}`)).json()).toEqual(first);
  });

  test('by external ids answers in the order requested', async () => {
    const answer = await ask('externalId=mal:9,anilist:16498,mal:1,mal:99999,anilist:7,mal:3');
    expect(answer.items.map(({ externalIds }) => externalIds.find(({ site }) => site === 'mal')?.id)).toEqual([
      '9',
      '1',
      '3',
    ]);
    expect(answer.notFound).toEqual(['mal:99999', 'anilist:7']);
    for (const one of ['mal%3A1', 'mal:01,mal:1'])
      expect((await ask(`externalId=${one}`)).items).toEqual((await ask(`ids=${api.animeId}`)).items);
  });

  test('takes the defaults of parameters of other ways, which generated clients send', async () => {
    const plain = await ask(`ids=${api.animeId}`);
    expect(await ask(`sort=id.asc&limit=25&ids=${api.animeId}`)).toEqual(plain);
    expect((await ask(`sort=id.asc&updatedSince=2024-01-01T00:00:00Z&limit=1`)).items).toHaveLength(1);
  });

  test('a list that looks nothing up has no member notFound', async () => {
    expect(Object.keys(await ask('limit=1'))).toEqual(['items', 'page']);
  });

  test('a merged anime is answered by its survivor, once', async () => {
    const [loser = '', survivor = ''] = [ids[10], ids[11]];
    const { database } = api.catalog;
    const merge = (into: string | null) =>
      database.client.anime.update({ where: { id: loser }, data: { mergedIntoId: into } });
    await merge(survivor);
    try {
      expect(idsOf(await ask(`ids=${loser}`))).toEqual([survivor]);
      const both = await ask(`ids=${survivor},${ids[1]},${loser}`);
      expect({ ids: idsOf(both), notFound: both.notFound }).toEqual({ ids: [survivor, ids[1]], notFound: [] });
    } finally {
      await merge(null);
    }
    expect(idsOf(await ask(`ids=${loser}`))).toEqual([loser]);
  });

  test('is 304 while nothing of the answer changed', async () => {
    const target = `/v1/anime?externalId=mal:5,mal:77777`;
    const { headers } = await api.get(target);
    const again = () => api.get(target, { 'if-none-match': headers.etag ?? '' });
    expect((await again()).status).toBe(304);
    const [id = ''] = idsOf(await ask('externalId=mal:5'));
    await api.catalog.database.client.anime.update({ where: { id }, data: { episodeCount: 77 } });
    expect((await again()).status).toBe(200);
    expect((await again()).json()).toMatchObject({ items: [{ episodes: 77 }], notFound: ['mal:77777'] });
  });

  test('of an id that stands for more anime than an answer holds is refused', async () => {
    const { database } = api.catalog;
    const many = Array.from({ length: 101 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    await database.client.anime.createMany({ data: many.map((id) => ({ id, title: 'Seasons' })) });
    await database.client.animeExternalId.createMany({
      data: many.map((animeId) => ({ animeId, site: 'tmdb', externalId: 'tv/1', position: 0 })),
    });
    const answer = await api.get('/v1/anime?externalId=tmdb:tv/1');
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: 'externalId' });
    await database.client.anime.delete({ where: { id: many[50] ?? '' } });
    expect(idsOf(await ask('externalId=tmdb:tv/1'))).toEqual(many.filter((_id, n) => n !== 50));
    await database.client.anime.deleteMany({ where: { id: { in: many } } });
  });

  describe('refuses', () => {
    const uuids = (count: number) =>
      Array.from({ length: count }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`).join();
    const malIds = (count: number) => Array.from({ length: count }, (_, n) => `mal:${n + 1}`).join();

    test('more than 100, and takes 100', async () => {
      for (const [name, of] of [
        ['ids', uuids],
        ['externalId', malIds],
      ] as const) {
        expect((await api.get(`/v1/anime?${name}=${of(100)}`)).status).toBe(200);
        const answer = await api.get(`/v1/anime?${name}=${of(101)}`);
        expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: name });
        expect(answer.json<{ detail: string }>().detail).toMatch(/1 to 100 .* These are 101\.$/);
      }
    });

    test.each([
      ['ids=', 'ids', /UUID/],
      [`ids=${UNKNOWN},`, 'ids', /Number 2 of them is empty\.$/],
      [`ids=${UNKNOWN},x`, 'ids', /Number 2 of them is malformed\.$/],
      ['externalId=16498', 'externalId', /site:id, such as mal:16498/],
      ['externalId=mal:', 'externalId', /site:id/],
      ['externalId=:1', 'externalId', /site:id/],
      ['externalId=MAL:1', 'externalId', /site:id/],
      ['externalId=mal:1,2', 'externalId', /Number 2 of them is malformed\.$/],
      ['externalId=mal:1%202', 'externalId', null],
      ['externalId=mal:%00', 'externalId', null],
      ['externalId=myanimelist:1', 'externalId', /no site "myanimelist"; ids are known at mal, anilist,/],
      [`ids=${UNKNOWN}&limit=5`, 'limit', /limit does not go with ids.*Beside ids go fields, include\.$/],
      [`sort=title.asc&ids=${UNKNOWN}`, 'sort', /sort does not go with ids/],
      [`ids=${UNKNOWN}&externalId=mal:1`, 'externalId', /does not go with ids/],
      ['externalId=mal:1&format=tv', 'format', /does not go with externalId/],
      ['externalId=mal:1&after=x', 'after', /does not go with externalId/],
    ] as const)('%s', async (query, parameter, detail) => {
      const answer = await api.get(`/v1/anime?${query}`);
      if (detail === null) {
        expect(answer.json()).toMatchObject({ items: [] });
        return;
      }
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter', parameter });
      expect(answer.json<{ detail: string }>().detail).toMatch(detail);
    });
  });

  describe('the list of episodes', () => {
    interface EpisodeList {
      readonly items: readonly {
        readonly id: string;
        readonly number: number;
        readonly anime: { readonly id: string };
      }[];
      readonly page: { readonly nextCursor: string | null };
      readonly notFound?: readonly string[];
      readonly until?: string | null;
    }

    async function ask(query: string): Promise<EpisodeList> {
      const answer = await api.get(`/v1/episodes?${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 200 });
      listEpisodes.response.schema?.parse(answer.json());
      return answer.json<EpisodeList>();
    }
    const idsOf = ({ items }: EpisodeList) => items.map(({ id }) => id);

    test('holds every episode, page by page, as the detail shows it', async () => {
      const all = await ask('limit=100');
      expect(all.items.length).toBe(7);
      expect(all.until).toMatch(/^\d{4}-.*Z$/);
      for (const item of all.items) expect((await api.get(`/v1/episodes/${item.id}`)).json()).toEqual(item);
      const walked: string[] = [];
      for (let after = ''; ; ) {
        const page = await ask(`limit=2${after}`);
        walked.push(...idsOf(page));
        if (page.page.nextCursor === null) break;
        expect(page.until).toBeNull();
        after = `&after=${page.page.nextCursor}`;
      }
      expect(walked).toEqual(idsOf(all));
    });

    test('holds what changed since the last poll, an import as well as its anime’s new title', async () => {
      const { until } = await ask('limit=100');
      const next = () => ask(`limit=100&updatedSince=${until}`);
      const before = idsOf(await next());
      const { database } = api.catalog;
      await database.client.episode.update({ where: { id: api.episodeId }, data: { scheduledAt: new Date() } });
      expect(idsOf(await next()).filter((id) => !before.includes(id))).toEqual([api.episodeId]);
      await database.client.anime.update({ where: { id: api.animeId }, data: { title: 'Attack on Titan' } });
      const { items } = await next();
      expect(items.length).toBe(6);
      expect(items.every(({ anime }) => anime.id === api.animeId)).toBe(true);
      const spelt = encodeURIComponent((until ?? '').replace('Z', '+00:00'));
      expect(await ask(`limit=100&updatedSince=${spelt}`)).toMatchObject({ items });
    });

    test('is 304 while nothing changed, though time passes', async () => {
      const target = `/v1/episodes?updatedSince=2024-01-01T00:00:00Z&limit=3`;
      const { headers } = await api.get(target);
      const again = () => api.get(target, { 'if-none-match': headers.etag ?? '' });
      expect((await again()).status).toBe(304);
      const [{ id = '' } = {}] = (await ask('limit=1')).items;
      await api.catalog.database.client.episode.update({ where: { id }, data: { revision: 9 } });
      expect((await again()).status).toBe(200);
    });

    test('looks ids up in the order requested; one that ended in a merge is answered by what it became', async () => {
      const { database } = api.catalog;
      const ids = idsOf(await ask('limit=100'));
      const ended = '00000000-0000-7000-8000-000000000001';
      await database.client.episodeAlias.create({ data: { id: ended, episodeId: ids[2] ?? '' } });
      const answer = await ask(`ids=${ids[5]},${UNKNOWN},${ended},${ids[0]?.toUpperCase()},${ids[2]}`);
      expect(idsOf(answer)).toEqual([ids[5], ids[2], ids[0]]);
      expect(answer.notFound).toEqual([UNKNOWN]);
      expect(Object.keys(answer)).toEqual(['items', 'page', 'notFound']);
    });

    test('anime are listed by their changes with their filters, which sort does not go with', async () => {
      const since = 'updatedSince=2024-01-01T00:00:00Z';
      const all = (await api.get(`/v1/anime?${since}&limit=100`)).json<EpisodeList>();
      expect([all.items.length, typeof all.until]).toEqual([30, 'string']);
      const films = (await api.get(`/v1/anime?${since}&limit=100&format=movie&genre=drama`)).json<EpisodeList>();
      expect(films.items).toEqual(all.items.filter((item) => 'format' in item && item.format === 'movie'));
      const sorted = await api.get(`/v1/anime?${since}&sort=updated.desc`);
      expect(sorted.json()).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: 'sort' });
    });
  });
});
