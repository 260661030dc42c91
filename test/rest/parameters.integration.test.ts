import { expect, test } from '@jest/globals';
import { routes } from '../../src/rest/routes.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { describedOperations } from './support/describedOperations.ts';
import { describeParameters, refusalOf } from './support/describeParameters.ts';
import { openSampleApi } from './support/openSampleApi.ts';

/** What everybody may read; test/rest/webhook tries the others. */
const reads = routes.filter(({ access }) => access.anonymous);
const operations = describedOperations(reads);

describeWith(['postgres'], 'parameters', () => {
  const api = ofSuite(openSampleApi);

  const refusal = (target: string) => refusalOf(api, 'GET', target);

  describeParameters(reads, () => api);

  test('a name with malformed percent-encoding is an invalid request', async () => {
    expect(await refusal('/v1/anime?%zz=1')).toMatchObject({
      status: 400,
      code: 'invalid_request',
      parameter: undefined,
    });
  });

  test('empty members of a query are nothing', async () => {
    expect((await api.get('/v1/anime?&&limit=1&')).status).toBe(200);
    expect((await api.get('/v1/anime?')).status).toBe(200);
  });

  test('a plus sign that arrived as a space is told', async () => {
    for (const offset of ['09:00', '0900', '09']) {
      const problem = await refusal(`/v1/schedules?from=2024-02-29T15:00:00+${offset}`);
      expect(problem.detail).toMatch(`%2B${offset}`);
      expect((await api.get(`/v1/schedules?from=2024-02-29T15:00:00%2B${offset}`)).status).toBe(200);
    }
    expect((await refusal('/v1/schedules?from=2024-02-29+15:00')).detail).not.toMatch(/plus sign/);
  });

  test.each([
    ['genre=action,nope', 'genre', /no genre with the slug "nope"\. The list of genres \(\/v1\/genres\) has them\.$/],
    ['genre=Slice%20of%20Life', 'genre', /"Slice of Life"\. Nearest to "Slice of Life" is slice-of-life\. The list/],
    ['studio=Wit%20Studio', 'studio', /Nearest to "Wit Studio" is wit-studio\. The list of studios \(\/v1\/studios\)/],
    ['studio=%00', 'studio', /slugs from \/v1\/studios/],
    ['sort=titel.asc', 'sort', /Nearest to "titel.asc" is title\.asc\.$/],
    ['sort=-title', 'sort', /Nearest to "-title" is title\.asc\.$/],
    ['isAdult=0', 'isAdult', /got "0"\.$/],
    ['airing=true', 'airing', /got "true"\.$/],
    ['include=episodes', 'include', /got "episodes"\.$/],
    ['format=TV', 'format', /Nearest to "TV" is tv\.$/],
  ])('%s is refused with what is near, or nothing', async (query, parameter, detail) => {
    expect(await refusal(`/v1/anime?${query}`)).toMatchObject({
      code: 'invalid_parameter',
      parameter,
      detail: expect.stringMatching(detail),
    });
  });

  test.each([
    ['//v1/anime', '/v1/anime'],
    ['/v1/anime/', '/v1/anime'],
    ['/v1//genres//action/', '/v1/genres/action'],
  ])('%s has too many slashes', async (path, meant) => {
    expect(await refusal(path)).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: expect.stringMatching(`It has too many slashes: ${meant} is one\\.$`),
    });
  });

  test('a required one that is missing is told', async () => {
    for (const target of ['/v1/search', '/v1/search?', '/v1/search?limit=1']) {
      expect(await refusal(target)).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        parameter: 'q',
        detail: 'q is required.',
      });
    }
  });

  test('right values at the edges pass', async () => {
    for (const target of [
      '/v1/anime?limit=1&year=1900',
      '/v1/anime?limit=100&year=2200&season=fall&format=unknown&status=unknown&sort=updated.desc',
      '/v1/anime?genre=slice-of-life&studio=wit-studio',
      '/v1/anime?genre=action,slice-of-life,action&studio=wit-studio,studio-1&format=tv,movie&status=finished,airing',
      '/v1/anime?season=fall,winter&isAdult=true,false,unknown&startDate=0001-01-01..9999-12-31&episodes=0..2147483647',
      '/v1/anime?startDate=2013-04-07&episodes=25',
      '/v1/anime?startDate=2013-04-07..&episodes=..25&updatedSince=0001-01-01T00:00:00Z',
      '/v1/anime/premieres?format=tv,movie&status=airing,finished',
      '/v1/schedules?format=tv,tv',
      `/v1/anime/${api.animeId.toUpperCase()}`,
      `/v1/anime/%${api.animeId.charCodeAt(0).toString(16)}${api.animeId.slice(1)}`,
      '/v1/anime/premieres?from=0001-01-01&to=0001-02-01',
      '/v1/anime/premieres?from=9999-12-01&to=9999-12-31',
      '/v1/episodes/releases?from=2024-02-29T15:00:00.123456789Z&to=2024-03-01T00:00:00-23:59',
      '/v1/episodes/releases?from=2024-02-29T15:00Z&to=2024-03-02T00:00%2B09',
      '/v1/schedules?from=2024-02-29T15:00:00%2B0900&to=2024-02-29T15:00:00.5-0330',
      '/v1/schedules?from=0001-01-01T00:00:00Z&to=0001-01-08T00:00:00Z&status=delayed,scheduled',
      `/v1/search?limit=50&q=${encodeURIComponent('\u{1f600}'.repeat(200))}`,
      '/v1/search?q=%00&limit=1&year=2200&format=music&status=announced',
    ]) {
      expect({ target, status: (await api.get(target)).status }).toEqual({ target, status: 200 });
    }
  });

  // What a window may be is proved by test/rest/parameters.
  test.each(operations.filter(({ parameters }) => parameters.some((it) => it.name === 'from')))(
    '$operationId takes a window, and refuses a backward one',
    async ({ endpoint, parameters }) => {
      const isDate = parameters.find((it) => it.name === 'from')?.schema.format === 'date';
      const [early, late] = ['2024-01-01', '2024-02-01'].map((date) => (isDate ? date : `${date}T00:00:00Z`));
      expect((await api.get(`${endpoint.path}?from=${early}&to=${late}`)).status).toBe(200);
      expect(await refusal(`${endpoint.path}?from=${late}&to=${early}`)).toMatchObject({
        ...{ code: 'invalid_parameter', parameter: 'to' },
      });
    },
  );
});
