import { expect, test } from '@jest/globals';
import type { CanonicalAnime, CanonicalEpisode, CanonicalTitle } from '../../../src/graph/model/canonical.ts';
import { sameAnime, sameEpisode } from '../../../src/graph/model/compareCanonical.ts';
import { principalTitles } from '../../../src/graph/model/principalTitles.ts';
import { fc } from '../../support/randomCases.ts';

const tags = [
  'ja',
  'ja-Latn',
  'JA-latn',
  'ko',
  'ko-Latn',
  'zh',
  'zh-Hans',
  'zh-Hant',
  'zh-TW',
  'zh-Latn',
  'en',
  'en-US',
  'fr',
  null,
];
const kinds = ['official', null, 'synonym', 'short'] as const;
const someTitles: fc.Arbitrary<CanonicalTitle[]> = fc
  .array(fc.record({ language: fc.constantFrom(...tags), kind: fc.constantFrom(...kinds) }), { maxLength: 8 })
  .map((all) => all.map(({ language, kind }, n) => ({ title: `Title ${n}`, language, kind })));

/** The reference: every title gets its place in the words of docs/import.md, the least place wins. */
function oracle(titles: readonly CanonicalTitle[]) {
  const usable = titles
    .map((title, order) => ({ ...title, order, tag: (title.language ?? '').toLowerCase() }))
    .filter(({ tag, kind }) => tag !== '' && kind !== 'synonym' && kind !== 'short')
    .map((title) => ({
      ...title,
      base: title.tag.replace(/-.*/, ''),
      roman: /-latn(-|$)/.test(title.tag),
      traditional: /-(hant|tw|hk|mo)(-|$)/.test(title.tag),
      unsure: title.kind === null ? 1 : 0,
    }));
  type Usable = (typeof usable)[number];
  const least = (place: (title: Usable) => number | null): Usable | undefined =>
    usable
      .flatMap((title) => {
        const first = place(title);
        return first === null ? [] : [{ title, place: first * 1000 + title.order }];
      })
      .sort((a, b) => a.place - b.place)[0]?.title;
  const places = usable.map(({ roman, unsure, base }) => (roman ? 0 : unsure === 1 ? 3 : base === 'en' ? 2 : 1));
  const source = usable[places.indexOf(Math.min(...places) as 0)];
  const language = source?.unsure === 1 && !source.roman && source.base === 'en' ? null : source?.base;
  const titled = (place: (title: Usable) => number | null) => least(place)?.title ?? null;
  return {
    native: titled(({ base, roman, unsure }) => {
      if (roman) return null;
      return base === language ? unsure : base !== 'en' && unsure === 0 ? 2 : null;
    }),
    romaji: titled(({ base, roman, unsure }) => (base === language && roman ? unsure : null)),
    english: titled(({ base, roman, unsure }) => (base === 'en' && !roman ? unsure : null)),
    chinese: titled(({ base, roman, unsure, traditional }) =>
      base === 'zh' && !roman ? unsure * 2 + (traditional ? 1 : 0) : null,
    ),
  };
}

test('are those of the rule in docs/import.md, for random titles', () => {
  const known = { native: 0, romaji: 0, english: 0, chinese: 0 };
  fc.assert(
    fc.property(someTitles, (titles) => {
      const chosen = principalTitles(titles);
      expect(chosen).toEqual(oracle(titles));
      for (const name of Object.keys(known) as (keyof typeof known)[]) if (chosen[name] !== null) known[name] += 1;
    }),
  );
  expect(Math.min(...Object.values(known))).toBeGreaterThan(0);
});

const title = (text: string, language: string | null, kind: CanonicalTitle['kind'] = null) => ({
  title: text,
  language,
  kind,
});

test.each([
  [
    'a Japanese work as a romanizing source and Bangumi know it',
    [
      title('Kumo', 'ja-Latn'),
      title('雲', 'ja', 'official'),
      title('云', 'zh-Hans'),
      title('Cloud', 'en'),
      title('C', 'en', 'short'),
    ],
    { native: '雲', romaji: 'Kumo', english: 'Cloud', chinese: '云' },
  ],
  [
    'a Chinese work whose Japanese edition is official, too',
    [title('魔道祖师', 'zh-Hans', 'official'), title('魔道祖師', 'ja', 'official'), title('Founder', 'en', 'official')],
    { native: '魔道祖师', romaji: null, english: 'Founder', chinese: '魔道祖师' },
  ],
  [
    'an English work with translations',
    [title('Mechanical Flower', 'en', 'official'), title('机械花', 'zh-Hans')],
    { native: 'Mechanical Flower', romaji: null, english: 'Mechanical Flower', chinese: '机械花' },
  ],
  [
    'a source that puts an English title first',
    [title('Cloud', 'en', 'official'), title('雲', 'ja', 'official')],
    { native: '雲', romaji: null, english: 'Cloud', chinese: null },
  ],
  [
    'an English title and one in another language, neither of which is official',
    [title('Cloud', 'en'), title('云', 'zh-Hans')],
    { native: null, romaji: null, english: 'Cloud', chinese: '云' },
  ],
  [
    'nothing but translations into English',
    [title('Cloud', 'en'), title('Kumo', null, 'official')],
    { native: null, romaji: null, english: 'Cloud', chinese: null },
  ],
  [
    'a romanized title alone',
    [title('Kumo', 'ja-Latn', 'official'), title('云', 'zh-Hans')],
    { native: null, romaji: 'Kumo', english: null, chinese: '云' },
  ],
  [
    'a Chinese work at a site that calls every romanized title Japanese',
    [title('Mo Dao Zu Shi', 'ja-Latn'), title('魔道祖师', 'zh-Hans', 'official')],
    { native: '魔道祖师', romaji: 'Mo Dao Zu Shi', english: null, chinese: '魔道祖师' },
  ],
  [
    'Chinese in traditional characters, official before unstated',
    [title('雲', 'zh-TW', 'official'), title('云', 'zh-Hans'), title('Yún', 'zh-Latn-pinyin')],
    { native: '雲', romaji: 'Yún', english: null, chinese: '雲' },
  ],
])('%s', (_name, titles, expected) => {
  expect(principalTitles(titles)).toEqual(expected);
});

test('a change of the preferred title’s language is one that readers see where it shows', () => {
  const anime = (titles: readonly CanonicalTitle[]) =>
    ({ titles, genres: [], studios: [], externalIds: [], images: [] }) as unknown as CanonicalAnime;
  const others = [title('雲', 'ja', 'official')];
  const [plain, romanized] = [anime([title('Kumo', null), ...others]), anime([title('Kumo', 'ja-Latn'), ...others])];
  expect(sameAnime(plain, romanized)).toBe(false);
  // No principal title is in it, but titleLanguage is.
  expect(sameAnime(plain, anime([title('Kumo', 'fr'), ...others]))).toBe(false);
  expect(sameAnime(plain, anime([title('Kumo', null, 'synonym'), ...others]))).toBe(true);
  expect(sameAnime(romanized, anime([title('Kumo', 'ja-Latn', 'official'), ...others]))).toBe(true);
});

test('of the preferred title of an episode readers see the text alone', () => {
  const episode = (...titles: readonly CanonicalTitle[]) => ({ titles }) as unknown as CanonicalEpisode;
  const plain = episode(title('X', null), title('Y', null));
  expect(sameEpisode(plain, episode(title('X', 'ja', 'synonym'), title('Y', null)))).toBe(true);
  expect(sameEpisode(plain, episode(title('X', null), title('Y', 'ja')))).toBe(false);
});
