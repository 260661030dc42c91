import type { CatalogTitle } from '../readCatalog.ts';
import type { QueryKind } from './kind.ts';

const SPELLING_GOAL = 0.98;

const KUNREI: readonly (readonly [RegExp, string])[] = [
  [/shi/gi, 'si'],
  [/sh(?=[aueo])/gi, 'sy'],
  [/[tc]ch(?=[aueo])/gi, 'tty'],
  [/[tc]chi/gi, 'tti'],
  [/chi/gi, 'ti'],
  [/ch(?=[aueo])/gi, 'ty'],
  [/tsu/gi, 'tu'],
  [/fu/gi, 'hu'],
  [/ji/gi, 'zi'],
  [/j(?=[aueo])/gi, 'zy'],
];

function spelled(languages: readonly string[], write: (text: string, random: () => number) => string) {
  return (title: CatalogTitle, random: () => number): string | undefined => {
    if (title.language === null || !languages.includes(title.language)) return undefined;
    const query = write(title.title, random);
    return query === title.title || query.trim() === '' ? undefined : query;
  };
}

function particle(text: string): string {
  return / wo /i.test(text) ? text.replace(/ wo /gi, ' o ') : text.replace(/ o /gi, ' wo ');
}

/** The whole title in another spelling. */
export const SPELLING_KINDS: readonly QueryKind[] = [
  {
    name: 'macron',
    goal: SPELLING_GOAL,
    write: spelled(['ja-Latn'], (text) => text.replace(/ou|oo/gi, 'ō').replace(/uu/gi, 'ū')),
  },
  {
    name: 'short vowel',
    goal: SPELLING_GOAL,
    write: spelled(['ja-Latn'], (text) => text.replace(/o[uo]/gi, 'o').replace(/uu/gi, 'u')),
  },
  {
    name: 'Kunrei',
    goal: SPELLING_GOAL,
    write: spelled(['ja-Latn'], (text) =>
      KUNREI.reduce((result, [hepburn, kunrei]) => result.replace(hepburn, kunrei), text),
    ),
  },
  { name: 'wo/o', goal: SPELLING_GOAL, write: spelled(['ja-Latn'], particle) },
  {
    name: 'hiragana for katakana',
    goal: SPELLING_GOAL,
    write: spelled(['ja'], (text) =>
      text.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)),
    ),
  },
  {
    name: 'katakana for hiragana',
    goal: SPELLING_GOAL,
    write: spelled(['ja'], (text) =>
      text.replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)),
    ),
  },
  { name: 'dropped ー', goal: SPELLING_GOAL, write: spelled(['ja'], (text) => text.replaceAll('ー', '')) },
];
