import { beforeAll, expect, test } from '@jest/globals';
import { generateApiKey } from '../../src/graph/application/apiKeyText.ts';
import { problemSchema } from '../../src/rest/problem/problemDocument.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openSampleApi } from './support/openSampleApi.ts';

describeWith(['postgres'], 'without a database', () => {
  const api = ofSuite(() => openSampleApi({ cacheBytes: 1_000_000 }));

  beforeAll(async () => {
    await api.get('/v1/search?q=anime&limit=3');
    await api.catalog.database.close();
  }, 60_000);

  test('reads are 503 service_unavailable with Retry-After, and nothing internal is told', async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    const refused: string[] = [];
    for (const target of ['/v1/anime', `/v1/anime/${id}`, `/v1/anime/${id}/episodes`, '/v1/genres', '/v1/schedules']) {
      for (const headers of [{}, { 'if-none-match': 'W/"a"' }]) {
        const answer = await api.get(target, headers);
        expect({ target, status: answer.status }).toEqual({ target, status: 503 });
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
        const problem = problemSchema.strict().parse(answer.json());
        expect(problem.code).toBe('service_unavailable');
        expect(answer.body.toString()).not.toMatch(/pool|ECONN|pg|prisma|\.ts/i);
        refused.push(problem.requestId);
      }
    }
    const logged = api.logs.filter(({ code }) => code === 'service_unavailable');
    expect(logged.map(({ requestId }) => requestId)).toEqual(refused.slice(0, 5));
    expect(logged.every(({ err }) => typeof err === 'object')).toBe(true);
    expect((await api.get('/v1')).status).toBe(200);
    expect((await api.get('/v1/anime?limit=0')).status).toBe(400);
    expect((await api.get('/v1/openapi.json')).status).toBe(200);
  });

  test('a search is 503 search_unavailable with Retry-After, whoever asks and whatever is held', async () => {
    const { text } = generateApiKey();
    for (const headers of [{}, { 'if-none-match': 'W/"a"' }, { authorization: `Bearer ${text}` }]) {
      const answer = await api.get('/v1/search?q=anime&limit=5', headers);
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      const { code, requestId } = problemSchema.strict().parse(answer.json());
      expect(code).toBe('search_unavailable');
      expect(api.logs.some((line) => line.requestId === requestId)).toBe(true);
    }
    expect((await api.get('/v1/search?q=')).status).toBe(400);
  });
});
