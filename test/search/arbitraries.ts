import fc from 'fast-check';
import { FURTHER_FACETS } from '../../src/graph/model/vocabulary.ts';
import type { SearchDocument, SearchFilters, Span } from '../../src/graph/search/port.ts';

/** Few words in many spellings, so that small random catalogues have hits in every tier. */
const WORDS = [
  'Shoujo',
  'Shojo',
  'shōjo',
  'Syoujo',
  'Kyojin',
  'no',
  'wo',
  'o',
  'Season',
  'Final Season',
  'Part 2',
  'Movie',
  '2010',
  'Aria: Air',
  'らき☆すた',
  'raki',
  '2',
  'II',
  '2nd',
  'S2',
  'Aria',
  'Arai',
  'Air',
  "JoJo's",
  'Re:Zero',
  '進撃の巨人',
  '进击的巨人',
  '進擊',
  'しょうじょ',
  'ショージョ',
  'スーパー',
  '第2期',
  '第二季',
  '𠮷野家',
  '𐐷𐐲𐑌',
  'Ａｒｉａ',
  '!!!',
  '♥',
  '한국',
];

const word = fc.constantFrom(...WORDS);

/** A title, or what one might type for it. */
export const titleText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 8, arbitrary: fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '', ' - ')) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 2 }), fc.constant(' ')),
    },
  )
  .map(([words, by]) => words.join(by));

type Slip = readonly [where: number, slip: string];

const slips: fc.Arbitrary<Slip[]> = fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'swap', 'a', 'x', 'ん')), {
  minLength: 1,
  maxLength: 3,
});

/** The text with characters taken out, put in, replaced or swapped. */
function mistyped(text: string, made: readonly Slip[]): string {
  const characters = [...text];
  for (const [where, slip] of made) {
    const at = characters.length === 0 ? 0 : where % characters.length;
    if (slip === 'drop') characters.splice(at, 1);
    else if (slip === 'swap') characters.splice(at, 2, ...characters.slice(at, at + 2).reverse());
    else characters.splice(at, where % 2, slip);
  }
  return characters.join('');
}

function initialsOf(text: string): string {
  return text
    .split(/[^a-z0-9]+/i)
    .map((each) => each.charAt(0))
    .join('');
}

const HINTS = ['2', 'season 2', 'part 2', '2010', 'movie', 'final season', '第2期', 'ova'];

/** The beginnings of the first words joined, as fans contract them. */
function beginningsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .slice(0, 3)
    .map((each) => each.slice(0, 3))
    .join('');
}

/** What people type who mean one of the texts: the text, mistyped, begun, some of its words, its initials; or anything. */
export function queryAbout(texts: readonly string[]): fc.Arbitrary<string> {
  const text = texts.length === 0 ? titleText : fc.constantFrom(...texts);
  return fc.oneof(
    text,
    titleText,
    { weight: 4, arbitrary: fc.tuple(text, slips).map(([meant, made]) => mistyped(meant, made)) },
    fc.tuple(text, fc.nat()).map(([meant, at]) => [...meant].slice(0, 1 + (at % 9)).join('')),
    text.chain((meant) => fc.shuffledSubarray(meant.split(' '))).map((words) => words.join(' ')),
    text.map(initialsOf),
    text.map((meant) => beginningsOf(meant)),
    text.chain((meant) => fc.constantFrom(...HINTS).map((hint) => `${meant} ${hint}`)),
    fc.constantFrom('s', 'a', 'の', '2'),
  );
}

const FORMATS = ['tv', 'movie', 'ova'];
const STATUSES = ['airing', 'finished'];
const SEASONS = ['winter', 'fall'];
const GENRES = ['action', 'drama', 'slice-of-life'];
const STUDIOS = ['wit', 'スタジオ'];
const DATES = ['1999-12-31', '2000-01-01', '2020-02-29'];

/** The n-th document of a test's catalogue. */
export function documentId(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function searchDocument(id: string, version = 1n): fc.Arbitrary<SearchDocument> {
  return fc.record({
    id: fc.constant(id),
    version: fc.constant(version),
    titles: fc.array(titleText, { minLength: 1, maxLength: 4 }),
    format: fc.constantFrom(...FORMATS),
    status: fc.constantFrom(...STATUSES),
    year: fc.option(fc.integer({ min: 1990, max: 2020 })),
    season: fc.option(fc.constantFrom(...SEASONS)),
    genre: fc.subarray(GENRES),
    studio: fc.subarray(STUDIOS),
    isAdult: fc.option(fc.boolean()),
    startDate: fc.option(fc.constantFrom(...DATES)),
    episodes: fc.option(fc.constantFrom(0, 1, 12, 13)),
    airing: fc.option(fc.constantFrom('monday', 'sunday')),
    prominence: fc.constantFrom(0, 1, 119, 120, 300),
  });
}

/** A span of some values, open or not. */
function spanOf<Value extends string | number>(values: readonly Value[]): fc.Arbitrary<Span<Value>> {
  const end = fc.constantFrom(...values);
  return fc.oneof(
    fc.tuple(end, end).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    end.map((from) => ({ from, to: null })),
    end.map((to) => ({ from: null, to })),
  );
}

const someOf = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });

const FILTERS = {
  format: someOf([...FORMATS, 'music']),
  status: someOf(STATUSES),
  year: fc.integer({ min: 1990, max: 2020 }),
  season: someOf(SEASONS),
  genre: someOf(GENRES),
  studio: someOf(STUDIOS),
  isAdult: someOf([true, false, null]),
  startDate: spanOf(DATES),
  episodes: spanOf([0, 1, 12, 13, 26]),
  airing: someOf(['monday', 'tuesday', 'sunday']),
} satisfies Record<keyof SearchFilters, unknown>;

export const searchFilters: fc.Arbitrary<SearchFilters> = fc
  .tuple(fc.record(FILTERS), fc.subarray(Object.keys(FILTERS), { maxLength: 3 }))
  .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name))));

export const furtherFacets = fc.subarray([...FURTHER_FACETS]);
