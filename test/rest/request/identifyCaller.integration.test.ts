import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { problemSchema } from '../../../src/rest/problem/problemDocument.ts';
import { routes } from '../../../src/rest/routes.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openSampleApi, type SampleApi } from '../support/openSampleApi.ts';

const credentials = ['Bearer junk', 'Bearer cac_0123_secret', 'Basic dXNlcjpwYXNz', 'nonsense', ''];

describeWith(['postgres'], 'a credential', () => {
  let api: SampleApi;
  beforeAll(async () => {
    api = await openSampleApi();
  }, 60_000);
  afterAll(() => api?.close());

  test.each(routes)('that is not valid is 401 at $operationId, never anonymous', async (endpoint) => {
    for (const authorization of credentials) {
      const answer = await api.get(api.targetOf(endpoint), { authorization });
      expect({ authorization, status: answer.status }).toEqual({ authorization, status: 401 });
      expect(problemSchema.strict().parse(answer.json()).code).toBe('invalid_credentials');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
      expect(answer.body.toString()).not.toContain('secret');
    }
    expect((await api.get(api.targetOf(endpoint))).status).toBe(200);
  });

  test('comes after path and method, before parameters', async () => {
    const headers = { authorization: 'Bearer junk' };
    expect((await api.get('/v1/manga', headers)).status).toBe(404);
    expect((await api.send('/v1/anime', { method: 'DELETE', headers })).status).toBe(405);
    expect((await api.get('/v1/anime?limit=x', headers)).status).toBe(401);
  });

  test.each(['/v1/openapi.json', '/v1/reference', '/v1/reference/start.js', '/v1/problems/not_found'])(
    'is nothing to %s, which asks nobody for one',
    async (path) => {
      expect((await api.get(path, { authorization: 'Bearer junk' })).status).toBe(200);
    },
  );

  test('is not asked of a preflight', async () => {
    const answer = await api.send('/v1/anime', {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'GET', authorization: 'Bearer junk' },
    });
    expect(answer.status).toBe(204);
  });
});
