import { expect, test } from '@jest/globals';
import { listEpisodes } from '../../../src/rest/episode/listEpisodes.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openSampleApi } from '../support/openSampleApi.ts';

interface EpisodeList {
  readonly items: readonly { readonly id: string; readonly number: number; readonly anime: { readonly id: string } }[];
  readonly page: { readonly nextCursor: string | null };
  readonly notFound?: readonly string[];
  readonly until?: string | null;
}

const UNKNOWN = '00000000-0000-0000-0000-000000000000';

describeWith(['postgres'], 'the list of episodes', () => {
  const api = ofSuite(() => openSampleApi({ cacheBytes: 8_000_000 }));

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

  test.each([
    [`ids=${UNKNOWN}&updatedSince=2024-01-01T00:00:00Z`, 'updatedSince'],
    [`ids=${UNKNOWN}&limit=1`, 'limit'],
  ])('refuses %s and names %s', async (query, parameter) => {
    const answer = await api.get(`/v1/episodes?${query}`);
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter', parameter });
  });

  test('a cursor holds for its own instant alone', async () => {
    const first = await ask('updatedSince=2024-01-01T00:00:00Z&limit=1');
    const after = first.page.nextCursor;
    expect((await ask(`updatedSince=2024-01-01T01:00:00%2B01:00&limit=2&after=${after}`)).items.length).toBe(2);
    for (const other of ['updatedSince=2024-01-01T00:00:01Z&', '']) {
      const answer = await api.get(`/v1/episodes?${other}after=${after}`);
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_cursor', parameter: 'after' });
    }
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
