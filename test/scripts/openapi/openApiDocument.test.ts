import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { answerExamplesOf } from '../../../scripts/openapi/answerExamples.ts';
import { openApiText } from '../../../scripts/openapi/openApiText.ts';
import { describeInstallation } from '../../../src/rest/openapi/describeInstallation.ts';
import { readServedDocument } from '../../../src/rest/openapi/servedDocument.ts';
import { routes } from '../../../src/rest/routes.ts';

interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly security?: unknown;
  readonly parameters?: readonly { name: string; in: string; description?: string; schema: Record<string, unknown> }[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly headers?: Record<string, unknown> }>>;
}

const committed = readFileSync('openapi.json', 'utf8');
const document = JSON.parse(committed);
const answerExamples = answerExamplesOf(document);
const operations: Described[] = Object.values<Record<string, Described>>(document.paths).flatMap(Object.values);
const successes = new Map(
  routes.map(({ operationId, method, response }) => [
    operationId,
    method === 'GET' ? ['200', '304'] : [String(response.status)],
  ]),
);
/** Whose answers carry a tag. */
const tagged = new Set(
  routes.filter(({ response }) => response.entityTag !== null).map(({ operationId }) => operationId),
);

/** The statuses that the contract declares for every operation (docs/contract.md#errors), with 405, 408 and 431. */
const statuses = [
  ...['400', '401', '403', '404', '405', '408', '409', '413', '415', '422', '428', '429', '431', '500', '503'],
];

test('openapi.json is what the route table says (npm run generate:openapi)', () => {
  expect(committed).toBe(openApiText(answerExamples));
});

test('is OpenAPI 3.1.1 of version v1, and credits its sources', () => {
  expect(document.openapi).toBe('3.1.1');
  expect(document.info.version).toBe('v1');
  expect(document.info.description).toMatch(/bangumi-data.*\n?.*CC BY 4\.0/);
});

test('describes what receivers are sent', () => {
  const { post } = document.webhooks.delivery;
  const kinds = post.requestBody.content['application/json'].schema.anyOf.map(({ $ref }: { $ref: string }) => $ref);
  expect(kinds).toEqual(['AnimeEvent', 'EpisodeEvent', 'Ping'].map((name) => `#/components/schemas/${name}`));
});

test('names what receivers are sent at the operation that subscribes too, under a tag that no other operation has', () => {
  const { post } = document.webhooks.delivery;
  const { callbacks } = document.paths['/v1/developer/applications/{applicationId}/webhooks'].post;
  const { post: callback } = callbacks.delivery['{$request.body#/url}'];
  expect(callback).toEqual({ ...post, operationId: 'ReceiveSubscribedDelivery' });
  const tags = routes.map(({ section }): string => section);
  expect(tags).not.toContain(post.tags[0]);
  expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining([...tags, ...post.tags]),
  );
});

describe.each(operations)('$operationId', ({ operationId, responses, parameters = [], description }) => {
  test('declares every status with X-Request-Id, and Retry-After on 429 and 503', () => {
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining([...(successes.get(operationId) ?? []), ...statuses]),
    );
    for (const [status, response] of Object.entries(responses)) {
      const name = response.$ref?.split('/').at(-1);
      const { headers = {} } = name === undefined ? response : document.components.responses[name];
      expect(headers).toHaveProperty('X-Request-Id');
      if (['429', '503'].includes(status)) expect(headers).toHaveProperty('Retry-After');
      if (status === '405') expect(headers).toHaveProperty('Allow');
      if (['200', '304'].includes(status) && tagged.has(operationId)) expect(headers).toHaveProperty('ETag');
      if (status === '301') expect(headers).toHaveProperty('Location');
      if (['408', '431'].includes(status)) expect(headers).not.toHaveProperty('RateLimit');
    }
  });

  test('describes itself and its parameters, integers with bounds', () => {
    expect(description.length).toBeGreaterThan(20);
    for (const parameter of parameters) {
      expect(parameter.description?.length ?? 0).toBeGreaterThan(10);
      expect(parameter.schema.type).toMatch(/^(string|integer)$/);
      if (parameter.schema.type === 'integer') {
        expect(parameter.schema).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) });
      }
    }
  });
});

test('limits and defaults are those of the contract', () => {
  const limits = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ name }) => name === 'limit').map(({ schema }) => ({ operationId, schema })),
  );
  expect(limits.length).toBeGreaterThan(5);
  for (const { operationId, schema } of limits) {
    const expected = operationId === 'SearchAnime' ? { maximum: 50, default: 20 } : { maximum: 100, default: 25 };
    // A page of no events is the position of the newest.
    const minimum = operationId === 'ListEvents' ? 0 : 1;
    expect({ operationId, ...schema }).toMatchObject({ operationId, minimum, ...expected });
  }
});

test('every object has a name of its own, which generators of clients give its class', () => {
  const anonymous: string[] = [];
  const look = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ((schema as { type?: unknown }).type === 'object') anonymous.push(path);
    for (const [key, value] of Object.entries(schema)) look(value, `${path}/${key}`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [key, value] of Object.entries(schema as object)) look(value, `${name}/${key}`);
  }
  expect(anonymous).toEqual([]);
});

test('the codes of problems are open', () => {
  const { code } = (document.components.schemas.Problem as { properties: { code: object } }).properties;
  expect(code).toMatchObject({ type: 'string', 'x-extensible-enum': expect.arrayContaining(['not_found']) });
  expect(code).not.toHaveProperty('enum');
});

test('tells clients to follow to the survivor, and where it stands', () => {
  expect(document.info.description).toMatch(/answers 301.*\n?.*Clients must follow/);
  for (const { operationId, responses } of operations) {
    const { description, content } = (responses['301'] ?? {}) as { description?: string; content?: object };
    const redirects = routes.find((route) => route.operationId === operationId)?.redirectsMerged ?? false;
    expect({ operationId, described: description?.includes('Clients must follow') ?? false }).toEqual({
      operationId,
      described: redirects,
    });
    if (redirects)
      expect(content).toMatchObject({ 'application/json': { schema: { $ref: '#/components/schemas/Moved' } } });
  }
});

test('every answer in JSON has examples, which are answers', () => {
  for (const { operationId, response } of routes) {
    const examples = answerExamples[operationId] ?? [];
    const isJson = response.schema !== null && response.mediaType === undefined;
    expect({ operationId, hasExamples: examples.length > 0 }).toEqual({ operationId, hasExamples: isJson });
    for (const { status, body } of examples) {
      expect(status).toBe(response.status);
      expect({ operationId, body: response.schema?.parse(body) }).toEqual({ operationId, body });
    }
  }
});

test('says what an installation is: quotas, and an issuer beside access tokens', () => {
  const quotas = { anonymous: 61, credentialed: 601, address: 6001 };
  const none = describeInstallation(readServedDocument(), { quotas, issuerUrl: null });
  expect(none.info.description).toMatch(/61 calls.*\n.*601 of.*6001 requests/);
  expect(none.components?.securitySchemes).not.toHaveProperty('openIdConnect');
  expect(none.servers).toEqual([{ url: '/', description: 'This service' }]);
  const { components, paths, servers } = describeInstallation(readServedDocument(), {
    quotas,
    issuerUrl: 'https://a.example/',
    publicUrl: 'https://b.example',
  });
  expect(servers).toEqual([{ url: 'https://b.example', description: 'This service' }]);
  expect(components?.securitySchemes?.openIdConnect).toMatchObject({
    openIdConnectUrl: 'https://a.example/.well-known/openid-configuration',
  });
  for (const { path, method, access } of routes) {
    const { security } = { ...(paths?.[path] as Record<string, Described>) }[method.toLowerCase()] as Described;
    expect(security).toContainEqual({ openIdConnect: access.scope === null ? [] : [access.scope] });
  }
});
