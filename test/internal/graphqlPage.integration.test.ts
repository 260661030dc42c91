import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { createSchema } from '../../src/graph/schema/schema.ts';
import { queryLimits } from '../../src/internal/queryLimits.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, TEST_TOKEN, type TestService } from '../support/openTestService.ts';

const page = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^\`]+)^\`\`\``, 'gm'))].map(([, text = '']) => text);
const record = { type: 'anime', source: 'mal', sourceId: '1', titles: [{ title: 'Cowboy Bebop' }] };

describeWith(['postgres'], 'docs/graphql.md', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await openTestService();
    await ask('mutation($input: ImportCatalogInput!) { importCatalog(input: $input) { created } }', {
      input: { records: [record] },
    });
    const { data } = await ask('{ animeList { nodes { id } } }');
    id = (data as { animeList: { nodes: { id: string }[] } }).animeList.nodes[0]?.id ?? '';
  }, 60_000);
  afterAll(() => service?.end(), 30_000);

  const ask = async (query: string, variables: object = {}) =>
    (await (await service.ask({ query, variables })).json()) as {
      readonly data: unknown;
      readonly errors?: readonly Readonly<Record<string, unknown>>[];
    };

  test.each(blocks('sh'))('its command answers: %s', async (command) => {
    const env = { ...process.env, INTERNAL_URL: service.internalUrl, INTERNAL_TOKEN: TEST_TOKEN };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    expect(JSON.parse(stdout)).toEqual({ data: { animeList: { nodes: [{ id, title: 'Cowboy Bebop' }] } } });
  });

  test.each(blocks('graphql'))('its operation answers: %s', async (operation) => {
    const { data, errors } = await ask(operation, { id, after: null, records: [record] });
    expect(errors).toBeUndefined();
    expect(Object.values(data as object)).not.toContain(null);
  });

  test('its error is what a query for nothing answers', async () => {
    const [error] = blocks('json').map((text) => JSON.parse(text));
    const unknown = /[0-9a-f-]{36}/.exec(error.message)?.[0];
    const { data, errors } = await ask(`{ pins(id: "${unknown}") { field } }`);
    const told = errors?.map(({ locations: _, ...it }) => it);
    const extensions = { ...error.extensions, requestId: expect.any(String) };
    expect([data, told]).toEqual([{ pins: null }, [{ ...error, extensions }]]);
  });
});

test('docs/graphql.md states the limits that hold', () => {
  const rows = new Map([...page.matchAll(/^\| ([a-z ]+) \| ([\d,]+) \|$/gm)].map(([, name, value]) => [name, value]));
  const stated = { ...Object.fromEntries(rows), depth: rows.get('levels of fields') };
  for (const [name, limit] of Object.entries(queryLimits)) {
    expect([name, stated[name as keyof typeof stated]]).toEqual([name, limit.toLocaleString('en-US')]);
  }
});

test('docs/graphql.md names every scalar, and fields that there are', () => {
  const schema = createSchema();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) && !isSpecifiedScalarType(type)) expect(page).toContain(`\`${type.name}\``);
  }
  const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const rows = page.slice(page.indexOf('## Fields for other')).matchAll(/^\| (`.*?`) \|/gm);
  const named = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(Object.keys(roots)).toContain(name);
});
