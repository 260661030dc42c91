import { beforeAll, expect, test } from '@jest/globals';
import { LONGEST_TITLE } from '../../src/graph/model/limits.ts';
import { longestCursor } from '../../src/rest/parameters/cursorCodec.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openRestApi } from './support/openRestApi.ts';
import { sampleRecords } from './support/sampleRecords.ts';

describeWith(['postgres'], 'changes under a client', () => {
  const api = ofSuite(openRestApi);
  let ids: readonly string[];

  beforeAll(async () => {
    await api.catalog.import(sampleRecords);
    ids = (await api.get('/v1/anime?limit=5')).json<{ items: { id: string }[] }>().items.map(({ id }) => id);
  }, 60_000);

  const sql = (text: string, ...values: unknown[]) => api.catalog.database.client.$executeRawUnsafe(text, ...values);

  test('a full page gets another tag when a further page appears', async () => {
    const target = '/v1/anime?year=2013&limit=1';
    const before = await api.get(target);
    await sql(`update anime set year = 2013 where id = $1::uuid`, ids[4]);
    const after = await api.get(target, { 'if-none-match': before.headers.etag ?? '' });
    expect(after.status).toBe(200);
    expect(after.json()).toMatchObject({ page: { nextCursor: expect.any(String) } });
  });

  test('a title of the greatest length fits into a cursor', async () => {
    const longest = '"進'.repeat(LONGEST_TITLE / 2);
    await sql(`update anime set title = $2, season = 'winter' where id = any($1::uuid[])`, ids.slice(2, 5), longest);
    const first = await api.get('/v1/anime?sort=title.asc&season=winter&limit=1');
    const { nextCursor } = first.json<{ page: { nextCursor: string } }>().page;
    expect(nextCursor.length).toBeLessThan(longestCursor);
    const second = await api.get(`/v1/anime?sort=title.asc&season=winter&limit=1&after=${nextCursor}`);
    expect(second.status).toBe(200);
    expect(second.json()).not.toEqual(first.json());
  });

  test('every path below a merged anime leads to the survivor, query included', async () => {
    const [survivor = '', old = ''] = ids;
    const tags = {
      [`/v1/anime/${old}`]: (await api.get(`/v1/anime/${old}`)).headers.etag ?? '',
      [`/v1/anime/${old}/episodes`]: (await api.get(`/v1/anime/${old}/episodes`)).headers.etag ?? '',
    };
    await sql(`update anime set merged_into_id = $1::uuid where id = $2::uuid`, survivor, old);
    for (const [target, location] of [
      [`/v1/anime/${old}`, `/v1/anime/${survivor}`],
      [`/v1/anime/${old.toUpperCase()}`, `/v1/anime/${survivor}`],
      [`/v1/anime/${old}/episodes`, `/v1/anime/${survivor}/episodes`],
      [`/v1/anime/${old}/episodes?limit=2&`, `/v1/anime/${survivor}/episodes?limit=2`],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        for (const ifNoneMatch of [tags[target] ?? 'W/"none"', '*']) {
          const answer = await api.send(target, { method, headers: { 'if-none-match': ifNoneMatch } });
          const body = JSON.stringify({ mergedInto: survivor, location });
          const headers = { location, 'content-type': 'application/json', 'content-length': String(body.length) };
          expect(answer).toMatchObject({ status: 301, headers });
          expect(answer.body.toString()).toBe(method === 'HEAD' ? '' : body);
        }
      }
      expect((await api.get(location)).status).toBe(200);
    }
    expect((await api.get(`/v1/anime/${old}?x=1`)).status).toBe(400);
    expect((await api.get(`/v1/anime/${old}/episodes?limit=0`)).status).toBe(400);
  });
});
