import type { CatalogAnime, CatalogTitle } from '../readCatalog.ts';
import { type Random, shuffled } from '../seededRandom.ts';
import type { QueryKind } from './kind.ts';

const BORDERS = /[\s:：~～「」『』【】<>〈〉()（）!！?？・☆★]+/u;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{3,}$/u;
const LATIN = /^[A-Za-z]{4,}$/;
/** Seasons and formats, which every work may have. */
const HINT =
  /[季期篇編]$|^第|[剧劇電电映].?[場场影画]|^(?:season|movie|series|special|first|second|third|final|part)s?$/i;
const LATIN_LANGUAGES: ReadonlySet<string | null> = new Set(['ja-Latn', 'en']);

/** A word of a title in Latin letters, then the last piece of this one in Han and kana. */
function mixed(title: CatalogTitle, random: Random, anime: CatalogAnime): string | undefined {
  const pieces = title.title.split(BORDERS).filter((piece) => piece !== '');
  const last = pieces.at(-1);
  if (pieces.length < 2 || last === undefined || !CJK.test(last) || HINT.test(last)) return undefined;
  const words = anime.labelledTitles
    .filter(({ language }) => LATIN_LANGUAGES.has(language))
    .flatMap((other) => other.title.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => LATIN.test(word) && !HINT.test(word));
  const [word] = shuffled(random, words);
  return word === undefined ? undefined : `${word.toLowerCase()} ${last}`;
}

/** Words of two titles of one anime, in two scripts ("gundam 水星の魔女"). */
export const MIXED_KINDS: readonly QueryKind[] = [
  {
    name: 'mixed scripts',
    goal: 0.95,
    write: mixed,
    fits: (query, titles) =>
      query.words.every((word) =>
        titles.some(({ words }) => words.some((of) => (CJK.test(word) ? of.endsWith(word) : of === word))),
      ),
  },
];
