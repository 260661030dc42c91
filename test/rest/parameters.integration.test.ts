import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../src/rest/openapi/openApiDocument.ts';
import { problemSchema } from '../../src/rest/problem/problemDocument.ts';
import { routes } from '../../src/rest/routes.ts';
import { describeWith } from '../support/describeWith.ts';
import { openSampleApi, type SampleApi } from './support/openSampleApi.ts';
import { type DescribedParameter, wrongValues } from './support/wrongValues.ts';

const document = openApiDocument(routes);

/** Every operation with its parameters, as the description tells them. */
const operations = routes.map((endpoint) => {
  const operation = document.paths?.[endpoint.path]?.get;
  return {
    endpoint,
    operationId: endpoint.operationId,
    parameters: (operation?.parameters ?? []) as DescribedParameter[],
  };
});
const query = operations.flatMap(({ endpoint, operationId, parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ endpoint, operationId, parameter, name: parameter.name })),
);
const path = operations.flatMap(({ endpoint, operationId, parameters }) =>
  parameters
    .filter((it) => it.in === 'path')
    .map((parameter) => ({ endpoint, operationId, parameter, name: parameter.name })),
);

describeWith(['postgres'], 'parameters', () => {
  let api: SampleApi;

  beforeAll(async () => {
    api = await openSampleApi();
  }, 60_000);
  afterAll(() => api?.close());

  /** The required parameters of an operation but one, with right values. */
  const required = (operationId: string, but: string): string =>
    (operations.find((it) => it.operationId === operationId)?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.name !== but)
      .map((parameter) => `&${parameter.name}=x`)
      .join('');

  async function refusal(target: string, headers: Record<string, string> = {}) {
    const answer = await api.get(target, headers);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const problem = problemSchema.strict().parse(answer.json());
    expect(problem.requestId).toBe(answer.headers['x-request-id']);
    expect(problem.status).toBe(answer.status);
    expect(problem.type).toBe(`/v1/problems/${problem.code}`);
    return { status: problem.status, code: problem.code, parameter: problem.parameter, detail: problem.detail ?? '' };
  }

  describe('wrong values are 400 with the code and the name', () => {
    test.each(query)('$operationId $name', async ({ endpoint, operationId, parameter, name }) => {
      for (const value of wrongValues(parameter)) {
        const target = `${api.pathOf(endpoint)}?${name}=${encodeURIComponent(value)}${required(operationId, name)}`;
        const code = name === 'after' ? 'invalid_cursor' : 'invalid_parameter';
        expect({ value, ...(await refusal(target)) }).toMatchObject({ value, status: 400, code, parameter: name });
      }
    });

    test.each(path)('$operationId $name in the path', async ({ endpoint, parameter, name }) => {
      for (const value of wrongValues(parameter).filter((it) => it !== '')) {
        const target = endpoint.path.replace(`{${name}}`, encodeURIComponent(value));
        expect({ value, ...(await refusal(target)) }).toMatchObject({
          value,
          status: 400,
          code: 'invalid_parameter',
          parameter: name,
        });
      }
    });

    test.each(query)('$operationId $name: malformed percent-encoding', async ({ endpoint, operationId, name }) => {
      for (const value of ['%', '%2', '%zz', '%ff', '%C3', '%ED%A0%80', 'a%']) {
        const problem = await refusal(`${api.pathOf(endpoint)}?${name}=${value}${required(operationId, name)}`);
        expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: name });
        expect(problem.detail).toMatch(/percent-encoding/);
      }
    });

    test.each(path)('$operationId $name in the path: malformed percent-encoding', async ({ endpoint, name }) => {
      expect(await refusal(endpoint.path.replace(`{${name}}`, '%zz'))).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        parameter: name,
      });
    });
  });

  describe('a repeated parameter is 400', () => {
    test.each(query)('$operationId $name', async ({ endpoint, name }) => {
      for (const pair of [`${name}=1&${name}=1`, `${name}=a&${name}=b`, `${name}&${name}`, `${name}=%zz&${name}=1`]) {
        expect(await refusal(`${api.pathOf(endpoint)}?${pair}`)).toMatchObject({
          status: 400,
          code: 'repeated_parameter',
          parameter: name,
        });
      }
    });
  });

  describe('an unknown parameter is 400, whatever else is wrong', () => {
    test.each(operations)('$operationId', async ({ endpoint }) => {
      for (const name of ['x', 'Limit', 'limit[]', 'filter[year]', '__proto__', 'constructor', '', 'é', 'page']) {
        const sent = encodeURIComponent(name);
        const repeated = 'limit=0&limit=%zz&';
        const known = 'limit' in endpoint.queryParameters.shape ? repeated : '';
        expect(await refusal(`${api.pathOf(endpoint)}?${known}${sent}=1`)).toMatchObject({
          status: 400,
          code: 'unknown_parameter',
          parameter: name,
        });
      }
    });
  });

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
    const problem = await refusal('/v1/schedules?from=2024-02-29T15:00:00+09:00');
    expect(problem.detail).toMatch(/%2B/);
    expect((await api.get('/v1/schedules?from=2024-02-29T15:00:00%2B09:00')).status).toBe(200);
  });

  test('a required one that is missing is told', async () => {
    for (const target of ['/v1/search', '/v1/search?', '/v1/search?limit=1']) {
      expect(await refusal(target)).toEqual({
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
      `/v1/anime?genre=slice-of-life&studio=wit-studio`,
      `/v1/anime/${api.animeId.toUpperCase()}`,
      `/v1/anime/%${api.animeId.charCodeAt(0).toString(16)}${api.animeId.slice(1)}`,
      '/v1/anime/premieres?from=0001-01-01&to=0001-02-01',
      '/v1/anime/premieres?from=9999-12-01&to=9999-12-31',
      '/v1/episodes/releases?from=2024-02-29T15:00:00.123456789Z&to=2024-03-01T00:00:00-23:59',
      '/v1/schedules?from=0001-01-01T00:00:00Z&to=0001-01-08T00:00:00Z&status=delayed',
      `/v1/search?limit=50&q=${encodeURIComponent('\u{1f600}'.repeat(200))}`,
      '/v1/search?q=%00&limit=1&year=2200&format=music&status=announced',
    ]) {
      expect({ target, status: (await api.get(target)).status }).toEqual({ target, status: 200 });
    }
  });

  describe('windows', () => {
    const windowed = operations.filter(({ parameters }) => parameters.some((it) => it.name === 'from'));

    test.each(windowed)(
      '$operationId refuses empty, backward, long and unbounded ones',
      async ({ endpoint, parameters }) => {
        const isDate = parameters.find((it) => it.name === 'from')?.schema.format === 'date';
        const spell = (date: string) => (isDate ? date : `${date}T00:00:00Z`);
        const wrong: [from: string | null, to: string | null, parameter: string][] = [
          ['2024-02-29', '2024-02-29', 'to'],
          ['2024-03-01', '2024-02-29', 'to'],
          ['2024-01-01', '2024-02-02', 'to'],
          ['9999-12-30', null, 'from'],
          [null, '0001-01-03', 'to'],
        ];
        for (const [from, to, parameter] of wrong) {
          const bounds = [from && `from=${spell(from)}`, to && `to=${spell(to)}`].filter(Boolean).join('&');
          expect({ bounds, ...(await refusal(`${endpoint.path}?${bounds}`)) }).toMatchObject({
            bounds,
            code: 'invalid_parameter',
            parameter,
          });
        }
        expect((await api.get(`${endpoint.path}?from=${spell('2024-01-01')}&to=${spell('2024-02-01')}`)).status).toBe(
          200,
        );
      },
    );
  });
});
