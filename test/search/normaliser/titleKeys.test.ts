import { describe, expect, test } from '@jest/globals';
import { fold } from '../../../src/search/normaliser/fold.ts';
import { queryKeys } from '../../../src/search/normaliser/queryKeys.ts';
import { MAX_TITLE_TOKENS, titleKeys } from '../../../src/search/normaliser/titleKeys.ts';
import { type IndexedKeys, indexedKeys } from '../../../src/search/plan/indexedKeys.ts';
import { CONTRACTED_FROM } from '../../../src/search/plan/points.ts';
import { fc } from '../../support/randomCases.ts';
import { titleText } from '../arbitraries.ts';

/** What Lucene takes as a prefix, and as a word of the whitespace tokenizer. */
const MAX_PREFIX_BYTES = 1000;
const MAX_WORD_UNITS = 255;

/** All keys of an anime with one title. */
function keysOf(title: string): IndexedKeys {
  return indexedKeys({ titles: [title], format: 'tv', year: null, prominence: CONTRACTED_FROM });
}

function shareFoldedKey(a: string, b: string): boolean {
  const keys = new Set(titleKeys(a).folded);
  return queryKeys(b).folded.some((key) => keys.has(key));
}

describe('raw keys are equal for', () => {
  test.each([
    ['full-width and ASCII', 'ＡＲＩＡ　Ｔｈｅ', 'Aria the'],
    ['half-width and full kana', 'ｶｳﾎﾞｰｲ', 'カウボーイ'],
    ['squashed and spaced', 'CowboyBebop', 'Cowboy Bebop'],
    ['punctuation in and out', 'Re:Zero - Kara!', 'rezero kara'],
    ['apostrophes in and out', 'JoJo’s', 'jojos'],
    ['marks on and off', 'Shōjo Pokémon', 'shojo pokemon'],
    ['stroked and joined letters', 'Øverlørd Æther Straße', 'overlord aether strasse'],
    ['dotted capital I', 'İstanbul', 'istanbul'],
    ['Roman numeral signs', 'Gundam Ⅱ', 'gundam ii'],
    ['composed and decomposed kana', 'か\u3099くせん', 'がくせん'],
    ['signs of Cyrillic with and without mark', 'Ёж', 'еж'],
  ])('%s', (_, a, b) => {
    expect(titleKeys(a).raw).toBe(titleKeys(b).raw);
    expect(titleKeys(a).raw).not.toBe('');
  });
});

describe('voicing and vowel signs are letters, not marks:', () => {
  test.each([
    ['カ', 'ガ'],
    ['は', 'ぱ'],
    ['कि', 'क'],
    ['กี', 'ก'],
  ])('%s is not %s', (a, b) => {
    expect(titleKeys(a).raw).not.toBe(titleKeys(b).raw);
  });
});

describe('folded keys are equal for', () => {
  test.each([
    ['macron and ou', 'Shōjo Kakumei', 'Shoujo Kakumei'],
    ['macron and oo', 'Ōkami', 'Ookami'],
    ['short and long', 'Shojo', 'Shoujo'],
    ['Kunrei si', 'Singeki', 'Shingeki'],
    ['Kunrei ti, tu, hu, zi', 'Tiisana Tuki Huzi', 'Chiisana Tsuki Fuji'],
    ['Kunrei sya, tya, zya', 'Syonen Otya Zyosei', 'Shonen Ocha Josei'],
    ['Kunrei doubled', 'Atti Kotti', 'Acchi Kocchi'],
    ['tch and cch', 'Matcha', 'Maccha'],
    ['wo and o', 'Sekai ni Shukufuku wo', 'Sekai ni Shukufuku o'],
    ['a fold across a word border', 'Bouken Ou Beet', 'Boukenou Beet'],
    ['hiragana and katakana', 'しんげき', 'シンゲキ'],
    ['dropped ー', 'スーパーマン', 'スパマン'],
    ['traditional and simplified', '進擊的巨人', '进击的巨人'],
    ['old and new Japanese', '藝術の國', '芸術の国'],
    ['Japanese and simplified', '進撃の巨人', '进击の巨人'],
    ['Season 2 and II', 'Overlord Season 2', 'Overlord II'],
    ['Season 2 and 2nd Season', 'Overlord Season 2', 'Overlord 2nd Season'],
    ['Season 2 and second season', 'Overlord Season 2', 'Overlord Second Season'],
    ['Season II and 2', 'Overlord Season II', 'overlord 2'],
    ['season 4 and IV', 'Overlord 4th Season', 'Overlord IV'],
    ['second season in katakana', 'モンスト セカンドシーズン', 'モンスト 2'],
    ['a sign without a space', 'OverlordⅡ', 'Overlord 2'],
    ['2nd at the end', 'Overlord 2nd', 'Overlord S2'],
    ['IX', 'Precure IX', 'Precure 9th Season'],
    ['第2期 and 第二期', '進撃の巨人 第2期', '進撃の巨人第二期'],
    ['第2期 and 2期', '進撃の巨人 第2期', '進撃の巨人2期'],
    ['第2期 and Season 2', '進撃の巨人 第2期', '進撃の巨人 Season 2'],
    ['第十二期', 'ワンピース 第十二期', 'ワンピース 12'],
    ['シーズン2 and 第2シーズン', 'アリア シーズン2', 'アリア 第2シーズン'],
    ['a first season and none', 'Overlord Season 1', 'Overlord'],
    ['第1期 and none', 'コレクター・ユイ(第1期)', 'コレクター・ユイ'],
    ['hundreds in words and 105', 'One Hundred and Five Things', '105 Things'],
    ['thirty fifth and 35', 'The Thirty Fifth Test', '35 Test'],
    ['ordinals and cardinals', 'Twelfth Fortieth 22nd Test', '12 40 22 Test'],
    ['a number and no', 'Number Eight Test', 'No. 8 Test'],
    ['a zero before', 'Movie 04 Test', 'Movie 4 Test'],
    ['hundreds in Han and 365', '三百六十五日', '365日'],
  ])('%s', (_, a, b) => {
    expect(shareFoldedKey(a, b)).toBe(true);
    expect(shareFoldedKey(b, a)).toBe(true);
  });
});

describe('folded keys differ for', () => {
  test.each([
    ['seasons', 'Overlord II', 'Overlord III'],
    ['III and its short form', 'Overlord III', 'Overlord I'],
    ['X, which is no season', 'Hunter X', 'Hunter 10'],
    ['a numeral that is the title', 'V', '5'],
    ['a season alone', 'Season 1', 'Season 2'],
    ['ei and e', 'Seinto', 'Sento'],
    ['百 that is no number', '百合の花', '100合の花'],
    ['Han digits in a row', '一〇八の星', '108の星'],
  ])('%s', (_, a, b) => {
    expect(shareFoldedKey(a, b)).toBe(false);
  });
});

describe('a numeral beyond those that are read is no season and no part:', () => {
  test.each([
    ...[
      '第二百五十六期',
      '第二百 五十六期',
      '第百六期',
      '百六期',
      '百十六期',
      '第廿六期',
      '第弐拾六期',
      '第一二期',
      '第256期',
    ],
    ...['パート256', 'パート二十', 'パートVictory'],
  ])('%s', (numeral) => {
    const { traits, season } = titleKeys(`銀魂 ${numeral}`);
    expect({ traits, season }).toEqual({ traits: [], season: undefined });
    expect(shareFoldedKey(`銀魂 ${numeral}`, '銀魂')).toBe(false);
  });
});

describe('words', () => {
  test('are as written and folded, of both readings', () => {
    expect(titleKeys('Shoujo Season 2').tokens).toEqual(['shoujo', 'syozyo', 'season', '2', '2$$']);
    expect(titleKeys('Overlord II').tokens).toEqual(['overlord', 'ii', '2', 'ii$$']);
  });

  test('of Han and kana are folded characters and pairs, also across spaces', () => {
    const { tokens } = titleKeys('進撃 の巨人');
    expect(tokens).toEqual(expect.arrayContaining(['进', 'ノ', '进击', '击ノ', 'ノ巨']));
    expect(tokens).not.toContain('進撃');
  });

  test('of a query are distinct, the last may be half-typed', () => {
    const [words] = queryKeys('Shoujo no no Shou').readings;
    expect(words).toEqual({
      spaced: 'syozyo no no syo ',
      raw: ['shoujo', 'no', 'shou'],
      folded: ['syozyo', 'no', 'syo'],
      half: 'syo',
      runs: ['shoujo', 'no', 'no', 'shou'],
    });
  });

  test('of a query in Han and kana are the pairs of each run, folded', () => {
    const [words] = queryKeys('進撃の巨人 の').readings;
    expect(words).toEqual({
      spaced: '进击ノ巨人 ノ ',
      raw: [],
      folded: ['进击', '击ノ', 'ノ巨', '巨人', 'ノ'],
      half: undefined,
      runs: ['進撃の巨人', 'の'],
    });
  });
});

describe('initials', () => {
  test.each([
    ['Shingeki no Kyojin', ['snk']],
    ['Mob Psycho 100', ['mp1', 'mp100']],
    ['Sword Art Online II', ['saoi', 'sao2', 'sao']],
    ['Naruto Shippuuden', ['ns']],
    ['Dragon Ball GT', ['dbg']],
    ['Naruto', []],
    ['進撃の巨人', []],
    ['あたしンち', []],
    ['Rurouni Kenshin: Meiji Kenkaku Romantan', ['rkmkr', 'rk']],
  ])('%s', (title, expected) => {
    expect(titleKeys(title).initials).toEqual(expected);
  });
});

describe('what has neither letters nor numbers', () => {
  test.each(['!!!', '*"-:()~^', '♥☆', '😀'.repeat(200), ' … '])('%s has an exact key alone', (text) => {
    expect(titleKeys(text)).toMatchObject({ raw: '', folded: [], tokens: [], initials: [] });
    expect(titleKeys(text).exact).not.toBe('');
  });

  test.each(['', '   ', '\u0000\u0007', '\u200b\ufeff', ' '.repeat(200)])('%j has no key at all', (text) => {
    const none = { exact: '', raw: '', folded: [], spaced: [], tokens: [], initials: [], series: [], traits: [] };
    expect(titleKeys(text)).toMatchObject(none);
  });

  test('a lone surrogate reads as the replacement character', () => {
    expect(titleKeys('\ud800').exact).toBe('\ufffd');
    expect(titleKeys('a\udc00b').raw).toBe('ab');
  });
});

describe('whatever the text', () => {
  const anyText = fc.oneof(
    titleText,
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  );

  test('a title matches its own query by every key, and case, width and spaces do not matter', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const title = titleKeys(text);
        const query = queryKeys(`  ${text} `);
        expect(query.exact).toBe(title.exact);
        expect(query.raw).toBe(title.raw);
        // A title that is one number word is that number as well ('二' is '2'), a query begins a name.
        expect(title.folded.slice(0, query.folded.length)).toEqual(query.folded);
        expect(query.folded.length).toBeGreaterThanOrEqual(Math.min(title.folded.length, 1));
        if (title.tokens.length < MAX_TITLE_TOKENS) {
          for (const { folded } of query.readings) expect(title.tokens).toEqual(expect.arrayContaining([...folded]));
          expect(title.tokens).toEqual(expect.arrayContaining([...(query.readings[0]?.raw ?? [])]));
        }
      }),
      { examples: [['🈔'], ['二'], ['ninety one']] },
    );
  });

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(titleText, fc.string({ unit: fc.constantFrom(...'aiueosztcjhfwykn ') })), (text) => {
        for (const key of titleKeys(text).folded) expect(fold(key)).toBe(key);
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test('a long vowel mark that stands alone is no word', () => {
    expect(keysOf('㎀ｰÀ')).toMatchObject({ sequences: ['pa a'], spaced: ['0pa a '] });
  });

  test('the exact key of an exact key is itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { exact } = titleKeys(text);
        expect(titleKeys(exact).exact).toBe(exact);
      }),
    );
  });

  test('keys and words are short enough for a term, well-formed, and words hold no space', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom('a', 'ﷺ', 'の', '𠮷', '한', ' '), maxLength: 6000 })),
        (text) => {
          const { exact, raw, folded, spaced, initials, series, words, sequences } = keysOf(text);
          for (const key of [...exact, ...raw, ...folded, ...spaced, ...initials, ...series]) {
            expect(Buffer.byteLength(key)).toBeLessThanOrEqual(MAX_PREFIX_BYTES);
            expect(key).not.toMatch(/\p{Surrogate}/u);
          }
          for (const tokens of [...words.flat(), ...sequences]) {
            expect(tokens.split(/\s/u).length).toBeLessThanOrEqual(MAX_TITLE_TOKENS);
            for (const token of tokens.split(' ')) {
              expect(token.length).toBeGreaterThan(0);
              expect(token.length).toBeLessThanOrEqual(MAX_WORD_UNITS);
              expect(token).not.toMatch(/[\s\p{Surrogate}]/u);
            }
          }
        },
      ),
    );
  });
});
