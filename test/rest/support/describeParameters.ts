import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../src/rest/endpoint/endpoint.ts';
import { problemSchema } from '../../../src/rest/problem/problemDocument.ts';
import { type DescribedOperation, describedOperations, parametersIn } from './describedOperations.ts';
import type { HttpAnswer, HttpRequest } from './sendRequest.ts';
import { wrongValues } from './wrongValues.ts';

/** What the tables ask. */
export interface ParameterApi {
  send(target: string, request: HttpRequest): Promise<HttpAnswer>;
  /** The endpoint's path with identifiers that exist. */
  pathOf(endpoint: Endpoint): string;
}

/** Sends what must be refused with a problem, and checks that the problem is whole. */
export async function refusalOf(
  api: Pick<ParameterApi, 'send'>,
  method: string,
  target: string,
  request: HttpRequest = {},
) {
  const answer = await api.send(target, { method, ...request });
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const problem = problemSchema.strict().parse(answer.json());
  expect(problem.requestId).toBe(answer.headers['x-request-id']);
  expect(problem.status).toBe(answer.status);
  expect(problem.type).toBe(`/v1/problems/${problem.code}`);
  const { status, code, parameter, detail, errors } = problem;
  return { status, code, parameter, detail: detail ?? '', errors, headers: answer.headers };
}

/** Tables of wrong, repeated and unknown parameters, derived from the endpoints' description, and of methods that they refuse. */
export function describeParameters(endpoints: readonly Endpoint[], api: () => ParameterApi): void {
  const operations = describedOperations(endpoints);
  const query = parametersIn(operations, 'query');
  const path = parametersIn(operations, 'path');
  const refusal = ({ method }: Endpoint, target: string) => refusalOf(api(), method, target);

  if (query.length > 0) {
    describe('wrong values, malformed percent-encoding and repetitions are 400 with the code and the name', () => {
      test.each(query)('$operationId $name', async ({ endpoint, parameter, name, parameters }) => {
        const isCursor = name === 'after' && parameter.schema.type !== 'integer';
        const refused = async (sent: string, code: string) => {
          const problem = await refusal(endpoint, `${api().pathOf(endpoint)}?${sent}`);
          expect({ sent, ...problem }).toMatchObject({ sent, status: 400, code, parameter: name });
          return problem;
        };
        const others = required(parameters, name);
        for (const value of wrongValues(parameter)) {
          const sent = `${name}=${encodeURIComponent(value)}${others}`;
          await refused(sent, isCursor ? 'invalid_cursor' : 'invalid_parameter');
        }
        const { detail } = await refused(`${name}=%zz${others}`, 'invalid_parameter');
        expect(detail).toMatch(/percent-encoding/);
        for (const pair of [`${name}=1&${name}=1`, `${name}=%zz&${name}`]) await refused(pair, 'repeated_parameter');
      });
    });
  }

  describe('wrong values in the path are 400 with the name', () => {
    test.each(path)('$operationId $name', async ({ endpoint, parameter, name }) => {
      for (const value of wrongValues(parameter).filter((it) => it !== '')) {
        const target = withSegment(api(), endpoint, name, encodeURIComponent(value));
        expect({ value, ...(await refusal(endpoint, target)) }).toMatchObject({
          value,
          status: 400,
          code: 'invalid_parameter',
          parameter: name,
        });
      }
      expect(await refusal(endpoint, withSegment(api(), endpoint, name, '%zz'))).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        parameter: name,
      });
    });
  });

  describe('an unknown parameter is 400, whatever else is wrong', () => {
    test.each(operations)('$operationId', async ({ endpoint }) => {
      for (const name of ['Limit', 'limit[]', '__proto__', '', 'é']) {
        const sent = encodeURIComponent(name);
        const repeated = 'limit=0&limit=%zz&';
        const known = 'limit' in endpoint.queryParameters.shape ? repeated : '';
        expect(await refusal(endpoint, `${api().pathOf(endpoint)}?${known}${sent}=1`)).toMatchObject({
          status: 400,
          code: 'unknown_parameter',
          parameter: name,
        });
      }
    });
  });

  describe('other methods are 405 with Allow', () => {
    const paths = [...new Set(endpoints.map((endpoint) => endpoint.path))];
    test.each(paths)('%s', async (template) => {
      const here = endpoints.filter((endpoint) => endpoint.path === template);
      const taken = new Set<string>(here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
      const [endpoint] = here as [Endpoint];
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        if (taken.has(method)) continue;
        const { status, code, headers } = await refusalOf(api(), method, api().pathOf(endpoint));
        expect({ method, status, code }).toEqual({ method, status: 405, code: 'method_not_allowed' });
        expect(new Set(headers.allow?.split(', '))).toEqual(new Set([...taken, 'OPTIONS']));
      }
    });
  });
}

/** The required parameters of an operation's query but one, with right values. */
function required(parameters: DescribedOperation['parameters'], but: string): string {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.name !== but)
    .map(({ name }) => `&${name}=x`)
    .join('');
}

/** The endpoint's path with identifiers that exist but for one. */
function withSegment(api: ParameterApi, endpoint: Endpoint, name: string, value: string): string {
  const templates = endpoint.path.split('/');
  return api
    .pathOf(endpoint)
    .split('/')
    .map((segment, index) =>
      templates[index]?.includes(`{${name}}`) ? templates[index]?.replace(`{${name}}`, () => value) : segment,
    )
    .join('/');
}
