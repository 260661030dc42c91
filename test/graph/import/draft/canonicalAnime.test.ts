import { expect, test } from '@jest/globals';
import { canonicalAnime } from '../../../../src/graph/import/draft/canonicalAnime.ts';
import type { AnimeRecord, TitleRecord } from '../../../../src/graph/import/record.ts';
import { principalTitles } from '../../../../src/graph/model/principalTitles.ts';
import { fc } from '../../../support/randomCases.ts';

const PRINCIPAL = ['native', 'romaji', 'english', 'chinese'] as const;
const TEXTS = ['Kumo', 'Cloud', '雲', '云'] as const;
const LANGUAGES = ['ja', 'ja-Latn', 'en', 'zh-Hans', 'zh-Hant', null] as const;
const KINDS = ['official', null, 'synonym', 'short'] as const;

function record(titles: readonly TitleRecord[]): AnimeRecord {
  return { type: 'anime', source: 'any', sourceId: '1', titles: [...titles] };
}

function titlesIn<L extends string | null>(languages: readonly L[]): fc.Arbitrary<AnimeRecord> {
  return fc
    .array(
      fc.record({
        title: fc.constantFrom(...TEXTS),
        language: fc.constantFrom(...languages),
        kind: fc.constantFrom(...KINDS),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map(record);
}

const records = fc.array(titlesIn(LANGUAGES), { minLength: 1, maxLength: 4 });
/** As of anime-offline-database: some title is official, and none has a language. */
const unlabelled = titlesIn([null]);

/** @param all by descending rank */
function principal(...all: readonly AnimeRecord[]) {
  return principalTitles(canonicalAnime(all, () => true).titles);
}

/** Whether they show by a romanized title what the original's language is, and have a title in it. */
function settlesNative(all: readonly AnimeRecord[]): boolean {
  const shown = canonicalAnime(all, () => true).titles.filter(({ kind }) => kind === null || kind === 'official');
  return ['ja', 'ja-Latn'].every((tag) => shown.some(({ language }) => language === tag));
}

test('a source below the others takes no principal title away', () => {
  fc.assert(
    fc.property(records, titlesIn(LANGUAGES), (higher, lower) => {
      const [before, after] = [principal(...higher), principal(...higher, lower)];
      for (const name of PRINCIPAL) {
        // Before a source romanizes the original's title, its language is a guess.
        if (before[name] === null || (name === 'native' && !settlesNative(higher))) continue;
        expect([name, after[name]]).not.toEqual([name, null]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a source below the others that calls no title official changes none of theirs', () => {
  fc.assert(
    fc.property(records, titlesIn(LANGUAGES), (higher, stated) => {
      const lower = record((stated.titles ?? []).filter(({ kind }) => kind !== 'official'));
      const [before, after] = [principal(...higher), principal(...higher, lower)];
      const unlabelledAbove = higher.flatMap(({ titles = [] }) => titles).filter(({ language }) => language === null);
      for (const name of PRINCIPAL) {
        const now = after[name];
        // What a source below says of a title without a language counts in the place where that title is.
        if (before[name] === null || unlabelledAbove.some(({ title }) => title === now)) continue;
        if (name === 'native' && !settlesNative(higher)) continue;
        // Simplified characters are shown before traditional ones, whoever states them.
        if (name === 'chinese' && lower.titles?.some((it) => it.title === now && it.language === 'zh-Hans')) continue;
        expect([name, now]).toEqual([name, before[name]]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('titles without a language change nothing below others, and take no principal title away above them', () => {
  fc.assert(
    fc.property(records, unlabelled, (others, added) => {
      const before = principal(...others);
      expect(principal(...others, added)).toEqual(before);
      const above = principal(added, ...others);
      for (const name of PRINCIPAL) {
        if (before[name] === null || (name === 'native' && !settlesNative(others))) continue;
        expect([name, above[name]]).not.toEqual([name, null]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('of a title that several sources state the kind is that of the first that states the language', () => {
  const titlesOf = (...all: readonly TitleRecord[]) =>
    canonicalAnime(
      all.map((it) => record([it])),
      () => true,
    ).titles;
  const cloud = (language: string | null, kind: TitleRecord['kind']) => ({ title: 'Cloud', language, kind });
  expect(titlesOf(cloud('en', null), cloud('en', 'synonym'))).toEqual([cloud('en', null)]);
  expect(titlesOf(cloud('en', null), cloud(null, 'official'))).toEqual([cloud('en', null)]);
  expect(titlesOf(cloud(null, 'synonym'), cloud('en', null))).toEqual([cloud('en', null)]);
  expect(titlesOf(cloud(null, 'synonym'), cloud(null, 'official'))).toEqual([cloud(null, 'synonym')]);
  expect(titlesOf(cloud(null, null), cloud(null, 'synonym'))).toEqual([cloud(null, 'synonym')]);
  expect(titlesOf(cloud('en', 'short'), cloud('en', 'official'))).toEqual([cloud('en', 'short')]);
  expect(titlesOf(cloud('en', null), cloud('en', 'official'))).toEqual([cloud('en', 'official')]);
});
