import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readQuery } from '../../../src/search/interpretation/readQuery.ts';
import { randomRuns } from '../../support/randomRuns.ts';
import { queryAbout, titleText } from '../arbitraries.ts';

/** The matching title with its ranges in brackets. */
function marked(q: string, ...titles: readonly string[]): string | null {
  const match = readQuery(q).match(titles);
  if (match === null) return null;
  const characters = [...(titles[match.title] as string)];
  for (const { start, end } of [...match.ranges].reverse()) {
    characters.splice(end, 0, ']');
    characters.splice(start, 0, '[');
  }
  return characters.join('');
}

describe('the matching title has the query', () => {
  test.each([
    ['as written', 'attack on titan', '[Attack] [on] [Titan]'],
    ['in another script', '进撃の巨人', '[進撃の巨人]'],
    ['half typed', 'attack on ti', '[Attack] [on] [Ti]tan'],
    ['across words', 'dragonball', '[Dragon] [Ball] Z'],
    ['in one word', 'dragon ball', '[Dragonball] Z'],
    ['folded', 'shojo', '[Shoujo] Kakumei'],
    ['romanised', 'raki suta', '[らき]☆[すた]'],
    ['in kana', 'シンゲキ', '[Shingeki] no Kyojin'],
    ['mistyped', 'attakc', '[Attack] on Titan'],
    ['by its initials', 'snk', '[S]hingeki [n]o [K]yojin'],
    ['contracted', 'konosuba', '[Kono] [Suba]rashii Sekai'],
    ['behind characters of two units', 'ramen', '𠮷野家 no [Ramen]'],
    ['in and behind characters of two units', '𠮷x家', 'Air [𠮷]野[家] 2'],
    ['among needless words', 'watch attack on titan netflix', '[Attack] [on] [Titan]'],
  ])('%s: %s', (_, q, expected) => {
    expect(marked(q, expected.replace(/[[\]]/g, ''))).toBe(expected);
  });

  test('and is the one with most of it, of several alike the shortest', () => {
    const titles = ['Shingeki no Kyojin', 'Attack on Titan: The Final Season', 'Attack on Titan', '進撃の巨人'];
    expect(marked('attack titan', ...titles)).toBe('[Attack] on [Titan]');
    expect(marked('final titan', ...titles)).toBe('Attack on [Titan]: The [Final] Season');
    expect(marked('qqqq', ...titles)).toBeNull();
    expect(marked('attack')).toBeNull();
  });
});

test('a text that repeats itself costs no more than another', () => {
  const title = 'a '.repeat(400);
  expect(marked('aaaaaaaaaaab', title)).toBeNull();
  expect(readQuery(`${'ab '.repeat(66)}`).match(['ba '.repeat(300)])).toBeNull();
});

test('words are left out that no title has, hints aside', () => {
  const { match } = readQuery('gundam 水星の魔女 netflix season 2');
  expect(match(['Mobile Suit Gundam', '機動戦士ガンダム 水星の魔女'])?.leftOut).toEqual(['netflix']);
});

test('a leading article is left out where the title has it elsewhere or not at all', () => {
  const leftOut = (q: string, ...titles: readonly string[]) => readQuery(q).match(titles)?.leftOut;
  expect(leftOut('the mirai', 'Mirai Nikki', 'The Future Diary')).toEqual(['the']);
  expect(leftOut('the spice and wolf', 'Spice and Wolf: Merchant Meets the Wise Wolf')).toEqual(['the']);
  expect(leftOut('the idolmaster', 'THE iDOLM@STER')).toEqual([]);
  expect(leftOut('the third', 'Lupin the Third')).toEqual([]);
  expect(leftOut('the', 'Lupin the Third')).toEqual([]);
});

test('corrected words are told as typed and as the title has them', () => {
  expect(readQuery('Attakc on titan').match(['Attack on Titan'])?.corrected).toEqual([
    { typed: 'Attakc', meant: 'Attack' },
  ]);
});

describe('the first hit is explained', () => {
  const explained = (q: string, titles: readonly string[], lead: readonly string[] = [], more = {}) =>
    readQuery(q).explain({ titles, format: 'tv', year: 2014, ...more }, lead);

  test.each([
    ['all words', 'barakamon', ['Barakamon'], { matchedBy: 'words', leftOut: [], unmet: [] }],
    ['a slip', 'barakamom', ['Barakamon'], { matchedBy: 'corrected', leftOut: [] }],
    ['two slips', 'made in abbys', ['Made in Abyss'], { corrected: [{ typed: 'abbys', meant: 'Abyss' }], leftOut: [] }],
    ['some words', 'barakamon netflix', ['Barakamon'], { matchedBy: 'part', leftOut: ['netflix'] }],
    ['initials', 'snk', ['Shingeki no Kyojin'], { matchedBy: 'letters', leftOut: [] }],
    ['nothing that a title shows', '東京都庁', ['Code Geass'], { matchedBy: 'letters', leftOut: [] }],
    ['half-width kana', 'ﾎﾞｯﾁ・ｻﾞ・ﾛｯｸ', ['ぼっち・ざ・ろっく!'], { matchedBy: 'words', leftOut: [] }],
    ['a season that there is not', 'barakamon season 2', ['Barakamon'], { unmet: ['season'] }],
    ['a season by its place', 'clannad season 2', ['Clannad: After Story'], { unmet: [] }],
    ['another year and format', 'barakamon movie 2027', ['Barakamon'], { unmet: ['year', 'format'] }],
  ] as const)('by %s: %s', (_, q, titles, expected) => {
    expect(explained(q, titles)).toMatchObject(expected);
  });

  test('by its series, whose words are not left out', () => {
    const lead = ['Shingeki no Kyojin', 'Attack on Titan'];
    expect(explained('attack on titan season 3 part 2', ['Shingeki no Kyojin Season 3 Part 2'], lead)).toEqual({
      ...{ matchedBy: 'series', corrected: [], leftOut: [], unmet: [] },
    });
  });
});

test('of titles with the same words the preferred one matches, then one in the script that was typed', () => {
  expect(marked('hxh', 'Hunter x Hunter', '獵人 HxH', 'HxH!')).toBe('[HxH]!');
  expect(marked('hunter x hunter', 'Hunter x Hunter (2011)', '獵人 Hunter x Hunter')).toBe(
    '[Hunter] [x] [Hunter] (2011)',
  );
});

describe('hints', () => {
  const none = { year: null, season: null, number: null, part: null, episode: null, format: null, isFinal: false };

  test.each([
    ['attack on titan season 2', { season: 2 }],
    ['進撃の巨人 第三季', { season: 3 }],
    ['persona 4', { number: 4 }],
    ['fruits basket 2019', { year: 2019 }],
    ['cardcaptor sakura movie', { format: 'movie' }],
    ['jojo part 6 ova', { part: 6, format: 'ova' }],
    ['attack on titan final season', { isFinal: true }],
    ['attack on titan s3 p2', { season: 3, part: 2 }],
    ['spy x family S02E05', { season: 2, episode: 5 }],
    ['spy x family - 02', { episode: 2 }],
    ['bleach #12', { episode: 12 }],
    ['movie', {}],
    ['', {}],
  ])('are read: %s', (q, hints) => {
    expect(readQuery(q).hints).toEqual({ ...none, ...hints });
  });
});

test('ranges are ascending, apart and inside the title, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc
        .array(titleText, { minLength: 1, maxLength: 3 })
        .chain((titles) => fc.tuple(fc.constant(titles), queryAbout(titles))),
      ([titles, q]) => {
        const match = readQuery(q).match(titles);
        if (match === null) return;
        let before = -1;
        for (const { start, end } of match.ranges) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual([...(titles[match.title] as string)].length);
      },
    ),
    { numRuns: randomRuns(50) },
  );
});
