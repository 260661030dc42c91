import { describe, expect, test } from '@jest/globals';
import type { SearchDocument } from '../../../src/graph/search/port.ts';
import { nextStage, planSearch } from '../../../src/search/plan/planSearch.ts';
import { fc } from '../../support/randomCases.ts';
import { documentId, titleText } from '../arbitraries.ts';
import { PLAIN } from '../conformance/searchDocument.ts';
import { ReferenceEngine } from '../referenceEngine.ts';

function anime(n: number, titles: readonly string[], more: Partial<SearchDocument> = {}): SearchDocument {
  return { ...PLAIN, id: documentId(n), titles, year: null, ...more };
}

/** The numbers of the anime that a query finds, best first. */
async function found(q: string, ...documents: readonly SearchDocument[]): Promise<number[]> {
  const { hits } = await new ReferenceEngine(documents).search({ q, filters: {}, limit: 20 });
  return hits.map(({ id }) => documents.findIndex((document) => document.id === id) + 1);
}

/** The points that a title of nobody's fame gets, or undefined. */
async function pointsBetween(q: string, title: string): Promise<number | undefined> {
  const { hits } = await new ReferenceEngine([anime(1, [title])]).search({ q, filters: {}, limit: 1 });
  return hits[0]?.position.score;
}

describe('a query is worth to a title', () => {
  test.each([
    ['the same', 1000, 'shingeki no KYOJIN', 'Shingeki no Kyojin'],
    ['signs alone', 1300, '!!!', '!!!'],
    ['the same with its signs', 1300, 'gintama.', 'Gintama.'],
    ['the same without its signs', 990, 'gintama', 'Gintama.'],
    ['its letters', 990, 'shingekinokyojin', 'Shingeki no Kyojin'],
    ['its folded letters', 900, 'singeki no kyozin', 'Shingeki no Kyojin'],
    ['another spelling of the season', 890, 'aria season 2', 'Aria 2nd Season'],
    ['its kana in Latin letters', 900, 'rakisuta', 'らき☆すた'],
    ['its Latin letters in kana', 890, 'しんげきのきょじん', 'Shingeki no Kyojin'],
    ['a sign read out', 900, 'panty and stocking', 'Panty & Stocking'],
    ['its number in words', 890, 'ninety one days', '91 Days'],
    ['its number in digits', 900, '7 samurai', 'Seven Samurai'],
    ['its numeral as an ordinal', 890, 'lupin the third', 'Lupin III'],
    ['its number of hundreds', 890, 'mob psycho one hundred', 'Mob Psycho 100'],
    ['its number said twice', 890, 'gundam double zero', 'Gundam 00'],
    ['its number in Han', 890, '三月のライオン', '3月のライオン'],
    ['its only word, a number, in digits', 900, '17', 'Seventeen'],
    ['its Han number in digits', 900, '12国記', '十二国記'],
    ['its first words', 760, 'shingeki no', 'Shingeki no Kyojin'],
    ['its beginning, half a word at the end', 695, 'shingeki no kyo', 'Shingeki no Kyojin'],
    ['its beginning in Han', 780, '進撃の', '進撃の巨人'],
    ['all words', 680, 'kyojin shingeki', 'Shingeki no Kyojin'],
    ['all words, the last at the end', 730, 'no kyojin', 'Shingeki no Kyojin'],
    ['the name before a subtitle', 810, 'demon slayer', 'Demon Slayer: Kimetsu no Yaiba'],
    ['a word of two words', 680, 'evan gelion', 'Neon Evangelion'],
    ['folded words', 680, 'kyozin singeki', 'Shingeki no Kyojin'],
    ['a part in Han', 700, '撃の巨人', '進撃の巨人'],
    ['words, the last half typed', 585, 'kyojin shin', 'Shingeki no Kyojin'],
    ['its letters across a word', 520, 'shingekin', 'Shingeki no Kyojin'],
    ['its word, typed twice', 750, 'kyojin kyojin', 'Shingeki no Kyojin'],
    ['its first word after an article', 740, 'the fire', 'Fire Force'],
    ['its name, a number word too many', 180 + 245, 'mushishi two', 'Mushishi'],
    ['initials', 720, 'snk', 'Shingeki no Kyojin'],
    ['initials of two words', 720, 'cb', 'Cowboy Bebop'],
    ['initials without the article', 720, 'logh', 'Legend of the Galactic Heroes'],
    ['initials with a number', 720, 'MP100', 'Mob Psycho 100'],
    ['initials with a season', 720, 'sao 2', 'Sword Art Online II'],
    ['initials of the name and other words', 400, 'sao scale', 'Sword Art Online Movie: Ordinal Scale'],
    ['initials of a sequel, whose own are others', 720, 'sao', 'Sword Art Online Season 2: Alicization'],
    ['one slip, more in a long title', 580 + 10 * 12, 'shingeki no kyoijn', 'Shingeki no Kyojin'],
    ['one slip in the name before a subtitle', 440 - 40 + 5 * 7, 'demon slyaer', 'Demon Slayer: Kimetsu no Yaiba'],
    ['one slip in a short title', 580 + 10, 'blech', 'Bleach'],
    ['two slips', 520 + 10 * 6, 'shngekinokyoin', 'Shingeki no Kyojin'],
    ['words with a slip each', 440 - 20 + 5 * 9, 'kyojim shingek', 'Shingeki no Kyojin'],
    ['a rare word beside an unknown one', 20 + 150, 'kyojin overlord', 'Shingeki no Kyojin'],
    ['some of its pairs of characters, the first among them', 20 + 150 + 25, '進撃の鬼人', '進撃の巨人'],
    ['the title among other words', 180 + 256, 'demon slayer netflix', 'Demon Slayer'],
  ])('%s: %i (%s)', async (_, points, q, title) => {
    expect(await pointsBetween(q, title)).toBe(points);
  });
});

describe('a query does not find', () => {
  test.each([
    ['by signs alone a title with letters', '!!!', 'Aria!!!'],
    ['by three letters with a slip', 'air', 'Ari'],
    ['by seven letters with two slips', 'bleaxhx', 'Bleach'],
    ['by a contraction what nobody knows', 'oreshura', 'Ore no Kanojo to Osananajimi ga Shuraba'],
    ['by its characters out of order', '説伝銀', '銀河英雄伝説'],
  ])('%s', async (_, q, title) => {
    expect(await pointsBetween(q, title)).toBeUndefined();
  });
});

describe('prominence', () => {
  test('lifts a whole word over an obscure beginning', async () => {
    const documents = [anime(1, ['Haru Hisagi']), anime(2, ['Suzumiya Haruhi no Yuuutsu'], { prominence: 200 })];
    expect(await found('haruhi', ...documents)).toEqual([2, 1]);
  });

  test('lifts initials over an obscure beginning', async () => {
    const documents = [anime(1, ['Knyacki!'], { prominence: 20 }), anime(2, ['Kimetsu no Yaiba'], { prominence: 180 })];
    expect(await found('kny', ...documents)).toEqual([2, 1]);
  });

  test('lifts a name with a subtitle over an obscure work of just that name', async () => {
    const documents = [anime(1, ['Demon Slayer']), anime(2, ['Demon Slayer: Kimetsu no Yaiba'], { prominence: 240 })];
    expect(await found('demon slayer', ...documents)).toEqual([2, 1]);
  });

  test('does not lift a similar title over the exact one of like fame', async () => {
    const documents = [anime(1, ['Aria the Natural'], { prominence: 150 }), anime(2, ['Aria'], { prominence: 130 })];
    expect(await found('aria', ...documents)).toEqual([2, 1]);
  });
});

describe('of titles that hold the query', () => {
  test('one that a short last word ends comes behind a much better known one that has it as a beginning', async () => {
    const ended = anime(1, ['Kuro no Su: Chronus'], { prominence: 105 });
    expect(await found('no su', ended, anime(2, ['Yama no Susume'], { prominence: 195 }))).toEqual([2, 1]);
  });

  test('initials of the name come before those of the subtitle of a better known work', async () => {
    const subtitled = anime(1, ['Rurouni Kenshin: Meiji Kenkaku Romantan'], { prominence: 200 });
    const named = anime(2, ['Magic Knight Rayearth'], { prominence: 140 });
    expect(await found('mkr', subtitled, named)).toEqual([2, 1]);
  });

  test('words of two scripts stand in two titles of an anime as well as in one', async () => {
    const one = anime(1, ['Petit Precure 光之美少女'], { prominence: 20 });
    const two = anime(2, ['Futari wa Precure', '光之美少女'], { prominence: 170 });
    expect(await found('precure 光之美少女', one, two)).toEqual([2, 1]);
  });

  test('the one that it covers more of comes first', async () => {
    const long = anime(1, ['A Bebop of Cowboys in a Very Long Film of Space']);
    expect(await found('bebop', long, anime(2, ['Cowboy Bebop']))).toEqual([2, 1]);
  });

  test('a number at the end of the name makes no sequel of a work', async () => {
    const remake = anime(1, ['Lupin III (2015)', 'ルパン三世 (2015)'], { prominence: 130 });
    expect(await found('lupin', remake, anime(2, ['Lupin III', 'ルパン三世'], { prominence: 150 }))).toEqual([2, 1]);
  });

  test('the first season comes before its sequels, the earlier before the later', async () => {
    const third = anime(1, ['Boku no Hero Academia 3rd Season', 'My Hero Academia 3'], { prominence: 150 });
    const first = anime(2, ['Boku no Hero Academia'], { prominence: 150 });
    const second = anime(3, ['Boku no Hero Academia 2nd Season', 'My Hero Academia 2'], { prominence: 150 });
    expect(await found('hero academia', third, first, second)).toEqual([2, 3, 1]);
  });
});

describe('hints', () => {
  const old = anime(1, ['Fruits Basket'], { year: 2001, prominence: 150 });
  const remake = anime(2, ['Fruits Basket (Remake)', 'Fruits Basket'], { year: 2019, prominence: 150 });
  const film = anime(3, ['Fruits Basket: Prelude'], { year: 2022, format: 'movie' });

  test.each([
    ['a year', 'fruits basket 2019', 2],
    ['a year before the name', '2001 fruits basket', 1],
    ['a format', 'fruits basket movie', 3],
  ])('%s lifts what it is true of', async (_, q, first) => {
    expect((await found(q, old, remake, film))[0]).toBe(first);
  });

  test('that are true of nothing do not empty the answer', async () => {
    expect(await found('fruits basket 1973', old, remake, film)).toHaveLength(3);
    expect(await found('fruits basket season 9', old, remake, film)).toHaveLength(3);
  });

  const titan = anime(1, ['Shingeki no Kyojin', 'Attack on Titan'], { prominence: 200 });
  const second = anime(2, ['Shingeki no Kyojin Season 2'], { prominence: 150 });
  const third = anime(3, ['Shingeki no Kyojin Season 3'], { prominence: 150 });
  const thirdPart = anime(4, ['Shingeki no Kyojin Season 3 Part 2'], { prominence: 150 });
  const final = anime(5, ['Shingeki no Kyojin: The Final Season'], { prominence: 150 });
  const other = anime(6, ['Titan Season 2']);

  test.each([
    ['attack on titan season 2', 2],
    ['attack on titan s3', 3],
    ['aot 2', 2],
    ['attack on titan season 3 part 2', 4],
    ['attack on titan final season', 5],
    ['attack on titan final', 5],
    ['attack on titan', 1],
  ])('find the sequel by a name that only the first work carries: %s', async (q, first) => {
    expect((await found(q, titan, second, third, thirdPart, final, other))[0]).toBe(first);
  });

  test('tell a part of the work from a part of a part', async () => {
    const third = anime(1, ['JoJo no Kimyou na Bouken Part 3: Stardust Crusaders'], { prominence: 120 });
    const sixth = anime(2, ['JoJo no Kimyou na Bouken Part 6: Stone Ocean Part 3', 'Stone Ocean Part.3'], {
      prominence: 150,
    });
    expect(await found('jojo part 3', third, sixth)).toEqual([1, 2]);
    expect(await found('stone ocean part 3', third, sixth)).toEqual([2]);
  });

  test.each([
    ['Initial D Fourth Stage', 'initial d 4th stage'],
    ['Mushoku Tensei Part 2', 'mushoku tensei part ii'],
    ['ジョジョの奇妙な冒険 第5部', 'ジョジョ 5部'],
    ['このすば 第2期', 'このすば2'],
  ])('are read however they are written: %s by %s', async (title, q) => {
    const name = title.split(' ')[0] ?? '';
    expect((await found(q, anime(1, [name], { prominence: 150 }), anime(2, [title])))[0]).toBe(2);
  });

  test('alone are a name', async () => {
    expect(await found('movie', anime(1, ['Movie']))).toEqual([1]);
    expect(await found('2001', anime(1, ['2001']))).toEqual([1]);
  });
});

describe('short forms of prominent anime are found by', () => {
  test.each([
    ['beginnings of successive words', 'konosuba', 'Kono Subarashii Sekai ni Shukufuku wo!'],
    ['beginnings with words between', 'oreshura', 'Ore no Kanojo to Osananajimi ga Shuraba Sugiru'],
    ['some of its characters', '銀英伝', '銀河英雄伝説'],
    ['beginnings in kana', 'まどマギ', '魔法少女まどか☆マギカ'],
    ['a consonant more than the initials', 'jjk', 'Jujutsu Kaisen'],
    ['initials of a part without its article', 'eoe', 'Evangelion: The End of Evangelion'],
    ['a beginning with a slip', 'samuria cham', 'Samurai Champloo'],
    ['a beginning with a slip that folds', 'stiens g', 'Steins;Gate'],
    ['kana that sound nearly so', 'リゼロ', 'Re:Zero kara Hajimeru Isekai Seikatsu'],
    ['a short form before a word', 'jjk 0', 'Jujutsu Kaisen 0 Movie'],
    ['a short form behind a word', 'bleach tybw', 'Bleach: Thousand-Year Blood War'],
    ['a contraction and a word', 'haganai next', '僕は友達が少ない NEXT'],
    ['a number and beginnings', '100kano', 'Kimi no Koto ga Daisuki na 100-nin no Kanojo'],
    ['a beginning and words', 'eva 3.0', 'Evangelion: 3.0 You Can (Not) Redo'],
  ])('%s: %s', async (_, q, title) => {
    expect(await found(q, anime(1, [title], { prominence: 200 }))).toEqual([1]);
  });
});

test('a name that a title of little fame begins with is that of its series too', async () => {
  const second = anime(1, ['俺妹2', '俺の妹がこんなに可愛いわけがない。(2期)'], { prominence: 87 });
  const first = anime(2, ['俺の妹がこんなに可愛いわけがない'], { prominence: 170 });
  expect(await found('俺妹', second, first)).toEqual([2, 1]);
});

test('a slip is asked for beside a title of some fame that begins so', async () => {
  const begun = anime(1, ['Hakyuu Houshin Engi'], { prominence: 153 });
  const meant = anime(2, ['Haikyuu!!'], { prominence: 230 });
  expect(await found('hakyuu', begun, meant)).toEqual([1, 2]);
});

test('a slip in a whole title leaves its format a hint', async () => {
  const name = anime(1, ['Yondemasu yo, Azazel-san.'], { prominence: 150 });
  const series = anime(2, ['Yondemasu yo, Azazel-san. (TV)'], { prominence: 60 });
  expect(await found('Yondmasu yo, Azazel-san. (TV)', name, series)).toEqual([2, 1]);
});

test('a contraction of a famous title comes behind a title that begins so', async () => {
  const famous = anime(1, ['Kaguya-sama: Love Is War'], { prominence: 200 });
  expect(await found('samis', famous, anime(2, ['Samishii Hito'], { prominence: 20 }))).toEqual([2, 1]);
});

test('a number left out is no slip where the series has the number', async () => {
  const first = anime(1, ['Machikado Mazoku'], { prominence: 200 });
  const second = anime(2, ['Machikado Mazoku: 2-choume'], { prominence: 100 });
  expect((await found('machikado mazoku 2', first, second))[0]).toBe(2);
});

describe('words too many', () => {
  const frieren = anime(1, ['Sousou no Frieren', '葬送のフリーレン'], { prominence: 200 });
  const note = anime(2, ['Death Note'], { prominence: 250 });
  const watch = anime(3, ['Youkai Watch'], { prominence: 120 });
  const mini = anime(4, ['Kyokou Suiri Mini Anime'], { prominence: 10 });
  const all = [
    frieren,
    note,
    watch,
    mini,
    ...Array.from({ length: 40 }, (_, n) => anime(100 + n, [`Town of Anime ${n}`])),
  ];

  test.each([
    ['an unknown word', 'frieren netflix', 1],
    ['a common word', 'frieren anime', 1],
    ['a word of another title', 'watch death note', 2],
    ['several words', 'death note english dub ep 1', 2],
    ['a leading article', 'the death note', 2],
    ['words in two scripts', 'frieren 葬送', 1],
  ])('are left out: %s', async (_, q, first) => {
    expect((await found(q, ...all))[0]).toBe(first);
  });

  test('leave the word that begins a title rather than one that ends a better known one', async () => {
    const titles = [
      anime(1, ['Youkai Watch'], { prominence: 200 }),
      anime(2, ['Bocchi the Rock!'], { prominence: 170 }),
    ];
    expect(await found('watch bocchi', ...titles)).toEqual([2, 1]);
  });

  test('are left out of a better known name beside a well-known work that has them', async () => {
    const strike = anime(1, ['Monster Strike Anime'], { prominence: 121 });
    expect(await found('monster anime', strike, anime(2, ['Monster'], { prominence: 223 }))).toEqual([1, 2]);
  });

  test('leave initials of three letters, but not of two', async () => {
    const alchemist = anime(1, ['Fullmetal Alchemist'], { prominence: 200 });
    expect(await found('watch fma', alchemist, anime(2, ['Youkai Watch'], { prominence: 200 }))).toEqual([1, 2]);
    expect(await found('fma ep 1', alchemist, anime(2, ['Ergo Proxy'], { prominence: 200 }))).toEqual([1]);
  });

  test('are not left out when what remains identifies nothing', async () => {
    expect(await found('squid anime', ...all)).toEqual([]);
    expect(await found('lustrous netflix', ...all)).toEqual([]);
  });

  test('are asked about only where nothing stricter answers', async () => {
    expect(await found('death note', ...all)).toEqual([2]);
    expect(await found('deaht note', ...all)).toEqual([2]);
  });
});

describe('the plan', () => {
  const kinds = (q: string) =>
    planSearch(q).stages.map(({ readings }) => [
      ...new Set(readings.flatMap(({ clauses }) => clauses.map(({ kind }) => kind))),
    ]);

  test('asks for slips only where there are letters enough and no Han or kana', () => {
    expect(kinds('shingeki')).toEqual([expect.anything(), ['beginnings', 'fuzzy'], [], ['words'], [], ['fuzzy']]);
    expect(kinds('bleach').slice(1)).toEqual([['beginnings', 'fuzzy'], [], ['words'], [], []]);
    expect(kinds('bleach 2').slice(3)).toEqual([['fuzzy', 'words'], [], []]);
    expect(kinds('snk').slice(3)).toEqual([[], [], []]);
    expect(kinds('進撃の巨人 kyojin').slice(3)).toEqual([[], ['names'], ['names', 'bag']]);
  });

  test('asks for the series where a hint is given', () => {
    expect(kinds('bleach')[2]).toEqual([]);
    expect(kinds('bleach season 2')[2]).toContain('series');
  });

  test('asks for signs alone only as they are', () => {
    expect(planSearch('♥ !').stages.flatMap(({ readings }) => readings)).toEqual([
      { clauses: [{ kind: 'term', points: 1300, field: 'exact', value: '♥ !' }], lifts: [] },
    ]);
    expect(planSearch('\u200b').stages.flatMap(({ readings }) => readings)).toEqual([]);
  });

  test('goes on while nothing prominent is found', () => {
    const plan = planSearch('bleach season 2');
    expect(nextStage(plan, 0, undefined)).toBe(1);
    expect(nextStage(plan, 1, 840)).toBe(2);
    expect(nextStage(plan, 0, 1000)).toBeUndefined();
    const needless = planSearch('bleach anime');
    expect(nextStage(needless, 1, 899)).toBe(4);
    expect(nextStage(needless, 1, 900)).toBeUndefined();
    expect(nextStage(needless, 3, undefined)).toBe(5);
    expect(nextStage(plan, plan.stages.length - 1, undefined)).toBeUndefined();
  });

  test('never throws and stays small, whatever the query', () => {
    for (const q of [
      '\ud800',
      '😀'.repeat(200),
      'ﷺ'.repeat(200),
      'a '.repeat(100),
      'の'.repeat(200),
      '*"-:()~^'.repeat(25),
      'abcdefghij season 2 movie 1999',
    ]) {
      const clauses = planSearch(q).stages.flatMap(({ readings }) => readings.flatMap((reading) => reading.clauses));
      expect(clauses.length).toBeLessThan(160);
    }
  });

  // Elasticsearch refuses a whole query for one negative boost.
  test('gives points to every clause, whatever the query', () => {
    const name = fc.constantFrom(
      'shingeki no kyojin',
      'ノンノンビヨリ',
      '进击的巨人',
      'aria the origination of names',
      '',
    );
    const hint = fc.constantFrom('season 2', '2010', 'movie', '第2期', 'part 3', 'spring 2019', 'ep 1', 'バケーション');
    const query = fc
      .array(fc.oneof(name, hint, titleText), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(query, (q) => {
        const clauses = planSearch(q).stages.flatMap(({ readings }) => readings.flatMap((reading) => reading.clauses));
        for (const clause of clauses) {
          const points =
            clause.kind === 'names'
              ? clause.names.map(({ match }) => match.points)
              : clause.kind === 'words'
                ? clause.pointsByLength
                : [clause.points];
          expect(Math.min(...points)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('what fans write their own way', () => {
  test('a season as s3 is one, whatever else ends in the number', async () => {
    const movie = anime(1, ['Boku no Hero Academia the Movie 3: World Heroes'], { format: 'movie', prominence: 114 });
    const third = anime(2, ['Boku no Hero Academia 3rd Season'], { prominence: 153 });
    expect((await found('hero academia s3', movie, third))[0]).toBe(2);
  });

  test('an @ in a word is the letter that it stands for', async () => {
    expect(await found('idolmaster', anime(1, ['THE IDOLM@STER']))).toEqual([1]);
    expect(await found('idolm@ster', anime(1, ['The Idolmaster']))).toEqual([1]);
  });
});
