import { describe, expect, test } from '@jest/globals';
import type { SearchDocument } from '../../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { readQuery } from '../../../src/search/interpretation/readQuery.ts';
import { fc } from '../../support/randomCases.ts';
import { queryAbout, titleText } from '../arbitraries.ts';
import { publish } from '../conformance/publish.ts';
import { searchDocument } from '../conformance/searchDocument.ts';

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

describe('the first hit is explained by the clause that it won by', () => {
  /** With the first of these anime found by the query. */
  async function explained(q: string, ...anime: readonly Partial<SearchDocument>[]) {
    const index = new EmbeddedSearchIndex();
    const documents = anime.map((each, n) => searchDocument(n, [], { year: 2014, prominence: 120 - n, ...each }));
    await publish(index, documents);
    const [hit] = (await index.search({ q, filters: {}, limit: 1 })).hits;
    const titlesOf = (id?: string | null) => documents.find((document) => document.id === id);
    const found = titlesOf(hit?.id);
    if (hit === undefined || found === undefined) throw new Error('nothing is found');
    const { match, ...explanation } = readQuery(q).explain(
      { ...found, ...hit.position },
      titlesOf(hit.position.lead)?.titles ?? [],
    );
    return { ...explanation, title: found.titles[match?.title ?? 0] };
  }

  const BARAKAMON = 'Barakamon';
  const GUNDAM = ['Mobile Suit Gundam', '機動戦士ガンダム 水星の魔女'];
  test.each([
    ['all words', 'barakamon', [BARAKAMON], { matchedBy: 'words', leftOut: [], unmet: [] }],
    ['a slip', 'barakamom', [BARAKAMON], { corrected: [{ typed: 'barakamom', meant: BARAKAMON }], leftOut: [] }],
    ['two slips', 'made in abbys', ['Made in Abyss'], { corrected: [{ typed: 'abbys', meant: 'Abyss' }], leftOut: [] }],
    ['a slip in joined words', 'stiensgate', ['Steins;Gate'], { matchedBy: 'corrected', leftOut: [] }],
    [
      ...['a slip in joined words beside a needless one', 'watch stiensgate', ['Steins;Gate']],
      { corrected: [{ typed: 'stiensgate', meant: 'Steins;Gate' }], leftOut: ['watch'] },
    ],
    [
      ...[
        'a slip in a short word of a name beside a needless one',
        'kiim ga nozomu eien netflix',
        ['Kimi ga Nozomu Eien'],
      ],
      { corrected: [{ typed: 'kiim', meant: 'Kimi' }], leftOut: ['netflix'] },
    ],
    [
      ...['a slip around a hint', 'stiens 2014 gate anime', ['Steins;Gate']],
      { corrected: [{ typed: 'stiens', meant: 'Steins' }], leftOut: ['anime'] },
    ],
    ['a word that is a piece of the name', 'clannad nad', ['Clannad'], { matchedBy: 'part', leftOut: ['nad'] }],
    ['some words', 'barakamon netflix', [BARAKAMON], { matchedBy: 'part', corrected: [], leftOut: ['netflix'] }],
    ['a slip among others', 'brakamon netflix', [BARAKAMON], { matchedBy: 'part', leftOut: ['netflix'] }],
    ['initials', 'snk', ['Shingeki no Kyojin'], { matchedBy: 'letters', leftOut: [] }],
    ['initials of the second title', 'aot', ['Shingeki no Kyojin', 'Attack on Titan'], { title: 'Attack on Titan' }],
    ['a consonant more', 'jjk', ['Jujutsu Kaisen'], { matchedBy: 'letters', leftOut: [] }],
    ['initials among words', 'watch snk', ['Shingeki no Kyojin'], { matchedBy: 'part', leftOut: ['watch'] }],
    [
      'a contraction',
      'oreshura',
      ['Ore no Kanojo to Osananajimi ga Shuraba Sugiru'],
      { matchedBy: 'letters', leftOut: [] },
    ],
    ['some characters', '銀英伝', ['銀河英雄伝説'], { matchedBy: 'letters', leftOut: [] }],
    ['some pairs of characters', '東京都庁', ['東京喰種'], { matchedBy: 'part', leftOut: ['東京都庁'] }],
    ['half-width kana', 'ﾎﾞｯﾁ・ｻﾞ・ﾛｯｸ', ['ぼっち・ざ・ろっく!'], { matchedBy: 'words', leftOut: [] }],
    ['two titles', 'gundam 水星の魔女 netflix season 2', GUNDAM, { leftOut: ['netflix'], unmet: ['season'] }],
    [
      ...['words that no title has together', 'the meitantei konan'],
      ...[['Meitantei Conan: Hannin', '名探偵コナン 犯人', 'The Culprit'], { matchedBy: 'part', leftOut: [] }],
    ],
    ['a number in words', 'ninety one days', ['91 Days'], { matchedBy: 'words', leftOut: [] }],
    ['a sign in a number', 'ranma ½', ['Ranma ½'], { matchedBy: 'words', leftOut: [], unmet: [] }],
    ['a season that there is not', 'barakamon season 2', [BARAKAMON], { matchedBy: 'words', unmet: ['season'] }],
    ['a number that there is not', 'spirited away 2', ['Spirited Away'], { matchedBy: 'words', unmet: ['number'] }],
    ['a last work', 'gintama final', ['Gintama: The Final'], { matchedBy: 'words', unmet: [] }],
    ['a number of its name', 'area 88', ['Area 88'], { matchedBy: 'words', unmet: [] }],
    [
      'the preferred title, which has the same words',
      'azumanga',
      ['Azumanga Daiou', 'あずまんが大王'],
      { title: 'Azumanga Daiou' },
    ],
    ['another year and format', 'barakamon movie 2027', [BARAKAMON], { unmet: ['year', 'format'] }],
  ] as const)('by %s: %s', async (_, q, titles, expected) => {
    expect(await explained(q, { titles })).toMatchObject(expected);
  });

  test('by the words of an unknown work, whose name alone would be that of a known one', async () => {
    const little = { titles: ['Rubi Yoyo: Lele Laile'], prominence: 45 };
    const others = Array.from({ length: 30 }, () => ({ titles: ['Le'], prominence: 1 }));
    expect(await explained('rubi yoyo le', little, ...others)).toMatchObject({ matchedBy: 'words', leftOut: [] });
  });

  test('by its series, whose words are not left out', async () => {
    const first = { titles: ['Shingeki no Kyojin', 'Attack on Titan'] };
    const sequel = { titles: ['Shingeki no Kyojin Season 3 Part 2'] };
    expect(await explained('attack on titan season 3 part 2', first, sequel)).toEqual({
      ...{ matchedBy: 'series', corrected: [], leftOut: [], unmet: [], title: sequel.titles[0] },
    });
  });

  test('by a season of a work that is called otherwise', async () => {
    const named = { titles: ['Another'], prominence: 50 };
    const other = { titles: ['Lupin III: Another Page'], prominence: 100 };
    expect(await explained('another season 3', named, other)).toMatchObject({
      ...{ unmet: ['season'], title: other.titles[0] },
    });
  });

  test('by a season in its place by date', async () => {
    const first = { titles: ['Clannad'], startDate: '2007-10-05' };
    const second = { titles: ['Clannad: After Story'], startDate: '2008-10-03' };
    expect(await explained('clannad season 2', first, second)).toMatchObject({
      ...{ matchedBy: 'series', unmet: [], title: second.titles[0] },
    });
  });

  test('by the name that its films have in another script', async () => {
    const films = ['夢', '花'].map((name) => ({ titles: [`One Piece Film: ${name}`, `ワンピース フィルム ${name}`] }));
    expect(await explained('ワンピース', { titles: ['One Piece'] }, ...films)).toMatchObject({
      ...{ matchedBy: 'series', leftOut: [], title: 'One Piece' },
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
    ['attack on titan final', { isFinal: true }],
    ['ranma 1/2', {}],
    ['final fantasy', {}],
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
  );
});
