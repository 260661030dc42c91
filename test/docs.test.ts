import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { answerExamplesOf } from '../scripts/openapi/answerExamples.ts';
import { createProgram } from '../src/cli/main.ts';
import { readServedDocument } from '../src/rest/openapi/servedDocument.ts';
import { headingAnchors } from './support/headingAnchors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const GENERATED = /[/\\](generated|node_modules|dist)[/\\]|\.generated\.ts$/;

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => ending.test(path) && !GENERATED.test(path));

const sources = ['src', 'test', 'bench', 'scripts', 'prisma'].flatMap((folder) =>
  filesBelow(folder, /\.(tsx?|js|prisma)$/),
);
const pages = [...filesBelow('docs', /\.md$/), ...readdirSync(root).filter((name) => name.endsWith('.md'))];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What is wrong with a reference to a page of the repository, or null. @param page relative to the root */
function faultOf(page: string, anchor: string | undefined): string | null {
  if (!existsSync(join(root, page))) return 'there is no such file';
  if (anchor === undefined || !page.endsWith('.md')) return null;
  return headingAnchors(read(page)).has(anchor) ? null : `${page} has no such heading`;
}

test('every page that a comment cites is there, and so is its heading', () => {
  const faults = sources.flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g)].flatMap(([cited, page, anchor]) => {
      const fault = faultOf(`docs/${page}`, anchor);
      return fault === null ? [] : [`${path} cites ${cited}: ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
});

test('every link of a page leads somewhere', () => {
  const faults = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([\w-]+))?\)/g)].flatMap(([link, target, anchor]) => {
      const page = target === '' ? path : relative(root, join(root, dirname(path), target ?? ''));
      const fault = faultOf(page, anchor);
      return fault === null ? [] : [`${path} links ${link}: ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
});

test("webhooks and deliveries in a page have the members of the service's answers", () => {
  const members = (value: unknown) => Object.keys(value as object);
  const answerExamples = answerExamplesOf(readServedDocument());
  const answerOf = (operation: string) =>
    answerExamples[operation]?.[0]?.body as { readonly attempts?: readonly object[] };
  const [webhook, delivery] = [answerOf('CreateWebhook'), answerOf('GetDelivery')];
  const shown = [...read('docs/webhooks/README.md').matchAll(/^```json\n([^`]+)^```/gm)]
    .map(([, json]) => JSON.parse(json ?? '') as { readonly attempts?: readonly object[] })
    .filter((value) => 'id' in value);
  expect(shown.map(members)).toEqual([members(webhook), members(delivery).filter((member) => member !== 'request')]);
  const attempts = shown.flatMap((value) => value.attempts ?? []);
  expect(attempts.map(members)).toEqual(attempts.map(() => members(delivery.attempts?.[0])));
});

test('every command that a page names is there', () => {
  const faults = pages.flatMap((path) =>
    [...read(path).matchAll(/(?:\b(?:bin\/)?|\$)catalog ([a-z-]+(?: [a-z-]+)*)/gi)].flatMap(([cited, words = '']) => {
      const [name, below] = words.split(' ');
      const command = createProgram().commands.find((it) => it.name() === name);
      const isThere =
        below === undefined || command?.commands.length === 0 || command?.commands.some((it) => it.name() === below);
      return command === undefined || isThere ? [] : [`${path} names ${cited}`];
    }),
  );
  expect(faults).toEqual([]);
});

test('the schema that tools are served cites no document', () => {
  expect(read('schema.graphql')).not.toMatch(/\bdocs\/|\.md\b/);
});

describe('language', () => {
  const own = [...filesBelow('src', /\.tsx?$/), ...filesBelow('prisma/functions', /\.sql$/), 'prisma/schema.prisma'];
  const linesWith = (paths: readonly string[], fault: RegExp) =>
    paths.flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (fault.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );

  test('no page and no source has a word that CONTRIBUTING.md rules out', () => {
    const described = pages.filter((page) => page !== 'CONTRIBUTING.md');
    expect(
      linesWith(
        [...own, ...described],
        /\b(anew|whoever|in vain|a look|as of then|of late|some day|be had|gets on|in the midst|hangs? on)\b/i,
      ),
    ).toEqual([]);
  });

  test('no comment has a line of more than 120 columns', () => {
    expect(linesWith(own, /^(?=\s*(\/\/|\/\*|\* |--)).{121}/)).toEqual([]);
  });
});

describe('anchors of headings', () => {
  test.each([
    ['# Canonical value', 'canonical-value'],
    ['## A read, twice & more', 'a-read-twice--more'],
    ['### `catalog` import', 'catalog-import'],
  ])('%s', (heading, anchor) => {
    expect([...headingAnchors(heading)]).toEqual([anchor]);
  });

  test('none of what stands in code', () => {
    expect([...headingAnchors('```\n# comment\n```\n')]).toEqual([]);
  });
});
