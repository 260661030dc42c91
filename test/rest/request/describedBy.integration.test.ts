import { beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openSampleApi } from '../support/openSampleApi.ts';
import type { HttpRequest } from '../support/sendRequest.ts';

const UNKNOWN = '00000000-0000-0000-0000-000000000000';

describeWith(['postgres'], 'the header Link of what is no answer', () => {
  const api = ofSuite(openSampleApi);
  let description: unknown;

  beforeAll(async () => {
    description = (await api.get('/v1/openapi.json')).json();
  }, 60_000);

  /** What the link leads to. */
  async function described(target: string, request: HttpRequest = {}) {
    const { status, headers } = await api.send(target, request);
    const [, pointer] = /^<\/v1\/openapi\.json#\/([^>]+)>; rel="describedby"$/.exec(String(headers.link)) ?? [];
    const found = pointer
      ?.split('/')
      .map((each) => decodeURIComponent(each).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], description);
    return { status, found, link: headers.link };
  }

  test.each([
    ['/v1/anime?x=1', {}, 400, 'ListAnime'],
    [`/v1/anime/${UNKNOWN}`, {}, 404, 'GetAnime'],
    ['/v1/anime/premieres?from=x', {}, 400, 'ListAnimePremieres'],
    [`/v1/anime/${UNKNOWN}/episodes`, {}, 404, 'ListAnimeEpisodes'],
    ['/v1/genres/no-such-genre', {}, 404, 'GetGenre'],
    ['/v1/anime', { headers: { authorization: 'Bearer x' } }, 401, 'ListAnime'],
    [`/v1/developer/applications/${UNKNOWN}/webhooks`, { method: 'POST' }, 401, 'CreateWebhook'],
  ] as const)('%s %j: %d', async (target, request, status, operationId) => {
    expect(await described(target, request)).toMatchObject({ status, found: { operationId } });
  });

  test('a method that the path does not take leads to those that it takes', async () => {
    expect(await described(`/v1/anime/${api.animeId}`, { method: 'PUT' })).toMatchObject({
      status: 405,
      found: { get: { operationId: 'GetAnime' } },
    });
  });

  test('a merged id leads to the operation, too', async () => {
    const { items } = (await api.get('/v1/anime?externalId=mal:12')).json<{ items: { id: string }[] }>();
    const id = items[0]?.id ?? '';
    await api.catalog.database.client.anime.update({ where: { id }, data: { mergedIntoId: api.animeId } });
    expect(await described(`/v1/anime/${id}`)).toMatchObject({ status: 301, found: { operationId: 'GetAnime' } });
  });

  test('an unknown path has none, and what succeeds links to its next page alone', async () => {
    expect(await described('/v1/animes')).toMatchObject({ status: 404, link: undefined });
    expect(await described(`/v1/anime/${api.animeId}`)).toMatchObject({ status: 200, link: undefined });
    expect((await described('/v1/anime?limit=1')).link).toMatch(/^[^,]+; rel="next"$/);
  });
});
