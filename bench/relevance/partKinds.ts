import type { CatalogTitle } from '../readCatalog.ts';
import { integer, type Random, shuffled } from '../seededRandom.ts';
import type { JudgedText } from './judgedText.ts';
import { anyTitle, type QueryKind } from './kind.ts';

function latinWords(title: CatalogTitle): string[] {
  if (title.language !== 'ja-Latn' && title.language !== 'en') return [];
  return title.title.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function hasWords(title: JudgedText, words: readonly string[]): boolean {
  return words.every((word) => title.words.includes(word));
}

/** Some, but not all, of at least four words, at least three of them, two of them longer than a particle. */
function someWords(title: CatalogTitle, random: Random): string | undefined {
  const words = latinWords(title);
  if (words.length < 4) return undefined;
  const chosen = shuffled(random, words).slice(0, integer(random, 3, Math.max(3, words.length - 1)));
  return chosen.filter((word) => word.length > 3).length >= 2 ? chosen.join(' ') : undefined;
}

/** At least two words, from the title's beginning or from its second word, the last of them cut in the middle. */
function halfTyped(title: CatalogTitle, random: Random): string | undefined {
  const words = latinWords(title);
  const from = random() < 0.5 ? 0 : 1;
  if (words.length - from < 2) return undefined;
  const to = integer(random, from + 2, words.length);
  const last = words[to - 1] as string;
  if (last.length < 4) return undefined;
  return [...words.slice(from, to - 1), last.slice(0, integer(random, 2, last.length - 1))].join(' ');
}

const JAPANESE_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{7,}/gu;

/** Four to eight characters in a row, not the first. */
function partOfJapanese(title: CatalogTitle, random: Random): string | undefined {
  if (title.language !== 'ja') return undefined;
  const run = title.title.match(JAPANESE_RUN)?.[0];
  if (run === undefined) return undefined;
  const characters = [...run];
  const length = integer(random, 4, Math.min(8, characters.length - 2));
  const from = integer(random, 1, characters.length - length);
  return characters.slice(from, from + length).join('');
}

/** The leading third to nine tenths, at least four characters. */
function beginning(title: CatalogTitle, random: Random): string | undefined {
  const characters = [...title.title];
  if (characters.length < 6) return undefined;
  const length = Math.max(4, Math.floor(characters.length * (0.33 + 0.57 * random())));
  const query = characters.slice(0, length).join('').trim();
  return /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(query) ? query : undefined;
}

/** A well-known title has at least three words in Latin letters; what they begin with, as people write it. */
function initialsOf(title: CatalogTitle): string | undefined {
  const words = title.title.split(/[^A-Za-z0-9']+/).filter((word) => word !== '');
  if (!/^[\x20-\x7e]+$/.test(title.title) || words.length < 3 || words.length > 7) return undefined;
  if (words.some((word) => /^\d/.test(word))) return undefined;
  return words
    .map((word) => word.charAt(0))
    .join('')
    .toLowerCase();
}

function initials(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

/** How many of the most popular anime count as well known. */
const WELL_KNOWN = 500;

/** Only part of the title. */
export const PART_KINDS: readonly QueryKind[] = [
  {
    name: 'prefix',
    goal: 0.98,
    write: beginning,
    // A leading article may be left out, as catalogues and people do.
    fits: anyTitle(({ key }, title) => title.key.startsWith(key) || title.bare.startsWith(key)),
  },
  {
    name: 'words in any order',
    goal: 0.97,
    write: someWords,
    fits: anyTitle((query, title) => hasWords(title, query.words)),
  },
  {
    name: 'half-typed last word',
    goal: 0.95,
    write: halfTyped,
    fits: anyTitle(
      (query, title) =>
        hasWords(title, query.words.slice(0, -1)) &&
        title.words.some((word) => word.startsWith(query.words.at(-1) ?? '')),
    ),
  },
  {
    name: 'part of a Japanese title',
    goal: 0.95,
    write: partOfJapanese,
    fits: anyTitle((query, title) => title.key.includes(query.key)),
  },
  {
    name: 'initials',
    goal: 0.7,
    goalAt5: 0.9,
    fromAnime: (_, rank) => rank !== undefined && rank < WELL_KNOWN,
    write: (title, _, anime) => (title === anime.labelledTitles[0] ? initialsOf(title) : undefined),
    fits: anyTitle((query, { words, name }) => [words, name].some((of) => initials(of) === query.key)),
  },
];
