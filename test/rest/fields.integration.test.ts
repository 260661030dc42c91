import { beforeAll, describe, expect, test } from '@jest/globals';
import { animeSchema } from '../../src/rest/anime/animeResource.ts';
import { episodeSchema } from '../../src/rest/episode/episodeResource.ts';
import { routes } from '../../src/rest/routes.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { fc } from '../support/randomCases.ts';
import { refusalOf } from './support/describeParameters.ts';
import { openSampleApi } from './support/openSampleApi.ts';

type Json = Readonly<Record<string, unknown>>;

/** What each resource has, and the members of what it holds. */
const ANIME: Readonly<Record<string, readonly string[]>> = {
  id: [],
  title: [],
  titleLanguage: [],
  alternativeTitles: ['title', 'language', 'kind'],
  titles: ['native', 'romaji', 'english', 'chinese'],
  format: [],
  status: [],
  startDate: [],
  endDate: [],
  year: [],
  season: [],
  episodes: [],
  durationMinutes: [],
  synopsis: [],
  images: ['url', 'width', 'height'],
  genres: ['slug', 'name'],
  studios: ['slug', 'name'],
  externalIds: ['site', 'id'],
  relations: ['type', 'anime'],
  isAdult: [],
  broadcast: ['weekday', 'time', 'timezone'],
  officialSite: [],
  mergedIds: [],
  revision: [],
  createdAt: [],
  updatedAt: [],
};
const EPISODE: Readonly<Record<string, readonly string[]>> = {
  id: [],
  anime: ['id', 'title', 'format'],
  number: [],
  title: [],
  alternativeTitles: ['title', 'language', 'kind'],
  status: [],
  scheduledAt: [],
  releasedAt: [],
  revision: [],
  createdAt: [],
  updatedAt: [],
};

test('the tables have every member but those that `include` adds', () => {
  expect([...Object.keys(ANIME), 'nextEpisode', 'lastReleased']).toEqual(Object.keys(animeSchema.shape));
  expect(Object.keys(EPISODE)).toEqual(Object.keys(episodeSchema.shape));
});

/** A selection: names of members, whole or in part, in any order. */
function selections(resource: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<readonly string[]> {
  const one = (name: string) => {
    const inner = resource[name] ?? [];
    if (inner.length === 0) return fc.constant([name]);
    const parts = fc
      .shuffledSubarray([...inner], { minLength: 1 })
      .map((names) => names.map((each) => `${name}.${each}`));
    return fc.oneof(fc.constant([name]), parts);
  };
  return fc
    .shuffledSubarray(Object.keys(resource), { minLength: 1 })
    .chain((names) => fc.tuple(...names.map(one)))
    .map((parts) => parts.flat());
}

/** The reference: the named members of a whole resource, in its order. */
function cut(whole: Json, names: readonly string[]): Json {
  const shown = Object.entries(whole).flatMap(([name, value]) => {
    if (names.includes(name)) return [[name, value]];
    const inner = names.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
    if (inner.length === 0) return [];
    return [
      [
        name,
        value === null
          ? null
          : Array.isArray(value)
            ? value.map((each: Json) => cut(each, inner))
            : cut(value as Json, inner),
      ],
    ];
  });
  return Object.fromEntries(shown);
}

/** Of the endpoints that take no `fields`, those that are no reads of anime or episodes. */
const others = /^(GetPlatformInfo|(List|Get)(Genres?|Studios?)|ListEvents|SuggestAnime|Get(Latest)?Dump)$/;

describeWith(['postgres'], 'fields=', () => {
  const api = ofSuite(() => openSampleApi({ cacheBytes: 1_000_000 }));
  /** Of an anime or episode, or of a list of these. */
  let targets: readonly (readonly [target: string, resource: typeof ANIME])[];

  beforeAll(async () => {
    await api.catalog.database.client.anime.update({
      where: { id: api.animeId },
      data: { title: 'The "Walls", \\"titles":[{', synopsis: '\\\\" 進撃 😀 \u2028 }],"images":[' },
    });
    const { animeId, episodeId } = api;
    targets = [
      [`/v1/anime/${animeId}`, ANIME],
      ['/v1/anime?limit=100', ANIME],
      ['/v1/anime?format=tv,movie&sort=title.asc&limit=7', ANIME],
      ['/v1/anime?updatedSince=0001-01-01T00:00:00Z&limit=5', ANIME],
      [`/v1/anime?ids=${animeId},00000000-0000-0000-0000-000000000000`, ANIME],
      ['/v1/anime?externalId=mal:1,mal:4,mal:9999', ANIME],
      ['/v1/anime/premieres', ANIME],
      ['/v1/search?q=anime&facets=genre', { ...ANIME, matchedTitle: ['title', 'language', 'ranges'] }],
      [`/v1/episodes/${episodeId}`, EPISODE],
      [`/v1/anime/${animeId}/episodes?limit=3`, EPISODE],
      ['/v1/episodes', EPISODE],
      ['/v1/episodes?updatedSince=0001-01-01T00:00:00Z&limit=2', EPISODE],
      [`/v1/episodes?ids=${episodeId}`, EPISODE],
      ['/v1/episodes/releases', EPISODE],
      ['/v1/schedules?limit=1', EPISODE],
    ];
  }, 60_000);

  const selecting = (target: string, fields: string) => `${target}${target.includes('?') ? '&' : '?'}fields=${fields}`;

  test('every read of anime and episodes takes it', () => {
    const reads = routes.filter(({ access, operationId }) => access.anonymous && !others.test(operationId));
    expect(reads.filter(({ queryParameters }) => !('fields' in queryParameters.shape))).toEqual([]);
    const paths = new Set(targets.map(([target]) => target.replace(/\?.*/, '')));
    expect(new Set(reads.map((endpoint) => api.pathOf(endpoint)))).toEqual(paths);
  });

  test('answers the whole answer cut, byte for byte, whatever is cached', async () => {
    for (const [target, resource] of targets) {
      const whole = (await api.get(target)).json<Json & { readonly items?: readonly Json[] }>();
      expect({ target, items: whole.items?.length }).not.toEqual({ target, items: 0 });
      const property = fc.asyncProperty(selections(resource), async (names) => {
        const answer = await api.get(selecting(target, names.join()));
        const { items } = whole;
        const expected = items ? { ...whole, items: items.map((item) => cut(item, names)) } : cut(whole, names);
        // A clock ticks between the two: the members beside `items` are compared where they stand still.
        const { window: _window, page: _page, until: _until, ...rest } = answer.json<Json>();
        const { window: _, page: __, until: ___, ...stands } = expected as Json;
        expect({ target, status: answer.status, json: JSON.stringify(rest) }).toEqual({
          target,
          status: 200,
          json: JSON.stringify(stands),
        });
      });
      await fc.assert(property, { numRuns: 8 });
    }
  }, 120_000);

  test('each selection has an ETag of its own, whatever its order, and is 304 while nothing changed', async () => {
    for (const [target] of targets) {
      const tagOf = async (fields: string) => (await api.get(selecting(target, fields))).headers.etag ?? '';
      const tags = [(await api.get(target)).headers.etag ?? '', await tagOf('id'), await tagOf('id,title')];
      expect({ target, tags: new Set(tags).size }).toEqual({ target, tags: 3 });
      expect(await tagOf('title,id')).toBe(tags[2]);
      const again = (etag = '') => api.get(selecting(target, 'id,title'), { 'if-none-match': etag });
      expect({ target, statuses: [(await again(tags[2])).status, (await again(tags[0])).status] }).toEqual({
        target,
        statuses: [304, 200],
      });
    }
  });

  test('a change of a member that is not shown is a change of the answer, too', async () => {
    const target = `/v1/anime/${api.animeId}?fields=id`;
    const { headers } = await api.get(target);
    await api.catalog.database.client.anime.update({ where: { id: api.animeId }, data: { durationMinutes: 23 } });
    expect((await api.get(target, { 'if-none-match': headers.etag ?? '' })).status).toBe(200);
  });

  test('a merged id keeps it', async () => {
    const { database } = api.catalog;
    const [loser = ''] = (await api.get('/v1/anime?externalId=mal:12'))
      .json<{ items: { id: string }[] }>()
      .items.map(({ id }) => id);
    await database.client.anime.update({ where: { id: loser }, data: { mergedIntoId: api.animeId } });
    const answer = await api.get(`/v1/anime/${loser}?fields=id,images.url`);
    await database.client.anime.update({ where: { id: loser }, data: { mergedIntoId: null } });
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: `/v1/anime/${api.animeId}?fields=id,images.url` },
    });
  });

  describe('refuses', () => {
    test.each([
      ['', /It is empty\.$/],
      ['id,', /Number 2 of them is empty\.$/],
      ['titel', /must be some of id, title, .* Nearest to "titel" is title\.$/],
      ['id,episode', /Nearest to "episode" is episodes\.$/],
      ['images.uri', /Nearest to "images\.uri" is images\.url\.$/],
      ['id.x', /Nearest to "id\.x" is id\.$/],
      ['id,%20title', /Nearest to " title" is title\.$/],
      ['version', /got "version"/],
      ['__proto__', /got "__proto__"/],
      ['id,title,id', /id is named more than once\.$/],
      ['images.url,images', /images contains images\.url: name one of the two\.$/],
      ['id,'.repeat(1000), /got "id,id,.*…"\. Number 1001 of them is empty\.$/],
      ['x'.repeat(8000), /got "x+…"\.$/],
    ])('%s', async (fields, detail) => {
      for (const target of ['/v1/anime', `/v1/anime/${api.animeId}`, `/v1/anime?ids=${api.animeId}`]) {
        const problem = await refusalOf(api, 'GET', selecting(target, fields));
        expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: 'fields' });
        expect(problem.detail).toMatch(detail);
        expect(problem.detail.length).toBeLessThan(600);
      }
    });

    test('what only the other resource has', async () => {
      const problem = await refusalOf(api, 'GET', '/v1/episodes?fields=id,synopsis');
      expect(problem).toMatchObject({ status: 400, parameter: 'fields' });
      expect((await api.get('/v1/anime?fields=anime.title')).status).toBe(400);
      expect((await api.get('/v1/episodes?fields=anime.title')).status).toBe(200);
    });
  });
});
