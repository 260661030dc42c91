import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { readAnime } from '../bench/catalogRecords.ts';

interface NamedWork {
  readonly type: string;
  readonly source: string;
  readonly sourceId: string;
  readonly titles: readonly { readonly title: string; readonly kind: string }[];
  readonly externalIds: { readonly mal: string };
}

interface Work {
  readonly id: string;
  readonly titles: readonly string[];
}

const named = readFileSync(new URL('../data/names.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as NamedWork);

/** Letters and numbers alone, as names are taken for one another. */
function read(title: string): string {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? title : letters;
}

/** The works of the catalogue that a first start imports, and with CATALOG_FILE those of that catalogue. */
async function readWorks(): Promise<Work[]> {
  const { items } = createRequire(import.meta.url)('bangumi-data/dist/data.json') as {
    items: readonly {
      readonly title: string;
      readonly titleTranslate: Readonly<Record<string, readonly string[]>>;
      readonly sites: readonly { readonly site: string; readonly id?: string }[];
    }[];
  };
  const works = items.map(({ title, titleTranslate, sites }, n) => ({
    id: sites.find(({ site }) => site === 'mal')?.id ?? `item ${n}`,
    titles: [title, ...Object.values(titleTranslate).flat()],
  }));
  const file = process.env.CATALOG_FILE;
  if (file === undefined) return works;
  for await (const { source, sourceId, externalIds, titles } of readAnime(file)) {
    works.push({ id: externalIds?.mal ?? `${source}:${sourceId}`, titles: titles.map(({ title }) => title) });
  }
  return works;
}

describe('the names that come with a release', () => {
  test('are further names of works, once each', () => {
    expect(new Set(named.map(({ sourceId }) => sourceId)).size).toBe(named.length);
    for (const { type, source, sourceId, externalIds, titles } of named) {
      expect([type, source, externalIds.mal]).toEqual(['anime', 'names', sourceId]);
      expect(titles.map(({ kind }) => kind).filter((kind) => kind !== 'synonym' && kind !== 'short')).toEqual([]);
      expect(titles).not.toEqual([]);
    }
  });

  test('are of works in a real catalogue, and no title of another work there', async () => {
    const owners = new Map<string, Set<string>>();
    const works = await readWorks();
    for (const { id, titles } of [
      ...works,
      ...named.map((work) => ({ id: work.sourceId, titles: work.titles.map(({ title }) => title) })),
    ]) {
      for (const title of titles) owners.set(read(title), (owners.get(read(title)) ?? new Set()).add(id));
    }
    const known = new Set(works.map(({ id }) => id));
    expect(named.filter(({ sourceId }) => !known.has(sourceId))).toEqual([]);
    for (const { sourceId, titles } of named) {
      for (const { title } of titles)
        expect([title, [...(owners.get(read(title)) ?? [])]]).toEqual([title, [sourceId]]);
    }
  });
});
