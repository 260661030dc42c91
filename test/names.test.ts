import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { readAnime } from '../bench/catalogRecords.ts';

interface NamedWork {
  readonly type: string;
  readonly source: string;
  readonly sourceId: string;
  readonly titles: readonly { readonly title: string; readonly language: string; readonly kind?: string }[];
  readonly externalIds: { readonly mal: string };
}

interface Work {
  readonly id: string;
  readonly titles: readonly string[];
  /** Of the original, where it is known. */
  readonly language?: string;
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
      readonly lang: string;
      readonly titleTranslate: Readonly<Record<string, readonly string[]>>;
      readonly sites: readonly { readonly site: string; readonly id?: string }[];
    }[];
  };
  const works: Work[] = items.map(({ title, lang, titleTranslate, sites }, n) => ({
    language: lang.replace(/-.*/, ''),
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

const isRomanized = ({ language }: { readonly language: string }) => language.endsWith('-Latn');
const isUsual = ({ kind }: { readonly kind?: string }) => kind === undefined;

describe('the names that come with a release', () => {
  test('are of works, once each: in one language one is the usual name, others are synonyms and short forms', () => {
    expect(new Set(named.map(({ sourceId }) => sourceId)).size).toBe(named.length);
    for (const { type, source, sourceId, externalIds, titles } of named) {
      expect([type, source, externalIds.mal]).toEqual(['anime', 'names', sourceId]);
      const usual = titles.filter(isUsual).map(({ language }) => language.replace(/^..-Latn$/, 'romanized'));
      expect([[], ['romanized'], ['en'], ['romanized', 'en']]).toContainEqual(usual);
      for (const { kind = 'short' } of titles) expect(['synonym', 'short']).toContain(kind);
      expect(titles).not.toEqual([]);
    }
  });

  test('are of works in a real catalogue, and but for the romanized title no title of another work there', async () => {
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
      for (const each of titles) {
        // A season's records often have the title of the whole work, as One Piece and a film of it.
        if (isRomanized(each) && isUsual(each)) continue;
        expect([each.title, [...(owners.get(read(each.title)) ?? [])]]).toEqual([each.title, [sourceId]]);
      }
    }
  });

  test('romanize the language of the original, where it is the usual name', async () => {
    const originals = new Set((await readWorks()).map(({ id, language }) => `${id} ${language}-Latn`));
    for (const { sourceId, titles } of named) {
      for (const { title, language } of titles.filter((each) => isRomanized(each) && isUsual(each))) {
        expect([title, originals.has(`${sourceId} ${language}`)]).toEqual([title, true]);
      }
    }
  });
});
