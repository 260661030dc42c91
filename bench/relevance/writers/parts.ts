import type { CatalogTitle } from '../../readCatalog.ts';
import { integer, shuffled } from '../../seededRandom.ts';
import type { JudgedText } from '../judgedText.ts';
import { anyTitle, type Fit, type Writer } from '../kind.ts';

function latinWords(title: CatalogTitle): string[] {
  if (title.language !== 'ja-Latn' && title.language !== 'en') return [];
  return title.title.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function hasWords(title: JudgedText, words: readonly string[]): boolean {
  return words.every((word) => title.words.includes(word));
}

/** The leading third to nine tenths, at least four characters. */
export const beginning: Writer = ({ title }, random) => {
  const characters = [...title];
  if (characters.length < 6) return undefined;
  const length = Math.max(4, Math.floor(characters.length * (0.33 + 0.57 * random())));
  const query = characters.slice(0, length).join('').trim();
  return /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(query) ? query : undefined;
};
/** A leading article may be left out, as catalogues and people do. */
export const begins: Fit = anyTitle(({ key }, title) => title.key.startsWith(key) || title.bare.startsWith(key));

/** Some, but not all, of at least four words, at least three of them, two of them longer than a particle. */
export const someWords: Writer = (title, random) => {
  const words = latinWords(title);
  if (words.length < 4) return undefined;
  const chosen = shuffled(random, words).slice(0, integer(random, 3, Math.max(3, words.length - 1)));
  return chosen.filter((word) => word.length > 3).length >= 2 ? chosen.join(' ') : undefined;
};
export const hasSomeWords: Fit = anyTitle((query, title) => hasWords(title, query.words));

/** At least two words, from the title's beginning or from its second word, the last of them cut in the middle. */
export const halfTyped: Writer = (title, random) => {
  const words = latinWords(title);
  const from = random() < 0.5 ? 0 : 1;
  if (words.length - from < 2) return undefined;
  const to = integer(random, from + 2, words.length);
  const last = words[to - 1] as string;
  if (last.length < 4) return undefined;
  return [...words.slice(from, to - 1), last.slice(0, integer(random, 2, last.length - 1))].join(' ');
};
export const hasHalfTyped: Fit = anyTitle(
  (query, title) =>
    hasWords(title, query.words.slice(0, -1)) && title.words.some((word) => word.startsWith(query.words.at(-1) ?? '')),
);

const JAPANESE_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{7,}/gu;

/** Four to eight characters in a row, not the first. */
export const partOfJapanese: Writer = ({ title, language }, random) => {
  const run = language === 'ja' ? title.match(JAPANESE_RUN)?.[0] : undefined;
  if (run === undefined) return undefined;
  const characters = [...run];
  const length = integer(random, 4, Math.min(8, characters.length - 2));
  const from = integer(random, 1, characters.length - length);
  return characters.slice(from, from + length).join('');
};
export const contains: Fit = anyTitle((query, title) => title.key.includes(query.key));

/** The first title has three to seven words in Latin letters; what they begin with, as people write it. */
export const initials: Writer = (title, _, anime) => {
  if (title !== anime.labelledTitles[0] || !/^[\x20-\x7e]+$/.test(title.title)) return undefined;
  const words = title.title.split(/[^A-Za-z0-9']+/).filter((word) => word !== '');
  if (words.length < 3 || words.length > 7 || words.some((word) => /^\d/.test(word))) return undefined;
  return initialsOf(words).toLowerCase();
};
export const hasInitials: Fit = anyTitle((query, { words, name }) =>
  [words, name].some((of) => initialsOf(of) === query.key),
);

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

const BORDERS = /[\s:：~～「」『』【】<>〈〉()（）!！?？・☆★]+/u;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{3,}$/u;
const LATIN = /^[A-Za-z]{4,}$/;
/** Seasons and formats, which every work may have. */
const HINT =
  /[季期篇編]$|^第|[剧劇電电映].?[場场影画]|^(?:season|movie|series|special|first|second|third|final|part)s?$/i;
const LATIN_LANGUAGES: ReadonlySet<string | null> = new Set(['ja-Latn', 'en']);

/** A word of a title in Latin letters, then the last piece of this one in Han and kana ("gundam 水星の魔女"). */
export const mixedScripts: Writer = (title, random, anime) => {
  const pieces = title.title.split(BORDERS).filter((piece) => piece !== '');
  const last = pieces.at(-1);
  if (pieces.length < 2 || last === undefined || !CJK.test(last) || HINT.test(last)) return undefined;
  const words = anime.labelledTitles
    .filter(({ language }) => LATIN_LANGUAGES.has(language))
    .flatMap((other) => other.title.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => LATIN.test(word) && !HINT.test(word));
  const [word] = shuffled(random, words);
  return word === undefined ? undefined : `${word.toLowerCase()} ${last}`;
};
export const hasMixed: Fit = (query, titles) =>
  query.words.every((word) =>
    titles.some(({ words }) => words.some((of) => (CJK.test(word) ? of.endsWith(word) : of === word))),
  );
