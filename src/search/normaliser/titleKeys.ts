import { fold } from './fold.ts';
import { readHints, type Trait, traitsOf } from './hints.ts';
import { cutKey, squash } from './plainText.ts';
import { readPlain, readText, titleParts } from './readText.ts';
import { titleInitials } from './shortNames.ts';
import { countCjk, lastWordOf, lengthClass, spacedKey, titleTokens } from './textRuns.ts';

/**
 * Most indexed tokens of one title. Elasticsearch separates titles by position gaps: `max_gaps` 500 must span a whole
 * title and stay below the gap of 1,000 between two.
 */
export const MAX_TITLE_TOKENS = 500;

/** The index keys of one title. Empty keys are not indexed. */
export interface TitleKeys {
  /** NFKC, lower case, single spaces. */
  readonly exact: string;
  /** Without marks, punctuation and spaces, not folded; empty when the title has neither letters nor numbers. */
  readonly raw: string;
  /** `raw` folded, and folded with canonical seasons and with romanised kana; none when `raw` is empty. */
  readonly folded: readonly string[];
  /** The folded words of each reading after the length class, each word followed by a space ("1sword art online "). */
  readonly spaced: readonly string[];
  /** Distinct words of all readings, none with a space, and the last words of its parts, marked as such. */
  readonly tokens: readonly string[];
  /** Distinct initials of all readings and of the title's first part. */
  readonly initials: readonly string[];
  /** Names under which the work is continued, see `seriesKeys`. */
  readonly series: readonly string[];
  /** The title's season, part, year and format. */
  readonly traits: readonly Trait[];
  /** The season, where the title spells it ("2nd Season", "第二季"). */
  readonly season: number | undefined;
  /** See `lengthClass`. */
  readonly length: number;
}

/** Never throws, whatever the text. */
export function titleKeys(title: string): TitleKeys {
  const { exact, raw, folded, readings } = readText(title, true);
  const length = lengthClass(raw);
  const hinted = readHints(readings[0]);
  const borders = titleParts(title);
  const parts = borders.length === 1 ? [readings[0]] : borders.map((part) => readPlain(part));
  const tokens = new Set(readings.flatMap(titleTokens));
  for (const part of parts) tokens.add(lastWordOf(part) ?? '');
  tokens.delete('');
  return {
    exact,
    raw,
    folded,
    spaced: raw === '' ? [] : [...new Set(readings.map((reading) => cutKey(`${length}${spacedKey(reading)}`)))],
    tokens: [...tokens].slice(0, MAX_TITLE_TOKENS),
    // Runs of romanised kana are no words.
    initials:
      countCjk(raw) > 0
        ? []
        : [...new Set([...readings, parts[0] ?? '', readHints(parts[0] ?? '').name].flatMap(titleInitials))],
    series: raw === '' ? [] : seriesKeys(parts, hinted.name),
    traits: traitsOf(hinted.hints),
    season: hinted.spelledSeason,
    length,
  };
}

/** Shorter names are ambiguous. */
const MIN_LETTERS = 4;
/** The lengths of a first word in Han and kana, which a space parts from a subtitle. */
const MIN_CJK = 3;
const MAX_CJK = 30;
/** Ends the key of such a word; other keys have no space. */
export const SUBTITLED = ' ';
const MAX_PARTS = 3;

/**
 * The names under which a title's work is continued: the whole title and each of its leading parts, without season,
 * part, year and format. Works that share one are a series.
 * @param parts the plain texts of the title's parts
 * @param whole the name of the whole title, without hints
 */
function seriesKeys(parts: readonly string[], whole: string): string[] {
  const names = new Set<string>();
  for (let end = 1; end <= Math.min(parts.length, MAX_PARTS); end++) {
    const plain = end === parts.length ? whole : readHints(parts.slice(0, end).join(' ')).name;
    const name = cutKey(fold(squash(plain)));
    if (name.length + countCjk(name) >= MIN_LETTERS) names.add(name);
  }
  const [first = '', ...others] = whole.split(' ');
  const isName = first.length >= MIN_CJK && first.length <= MAX_CJK && countCjk(first) === first.length;
  if (isName && others.length > 0) names.add(`${fold(first)}${SUBTITLED}`);
  return [...names];
}

/**
 * The series keys of the works that continue the one with these. A work is continued by those that have its name before
 * a subtitle, and by none that have the first word of its own title before another: 機動戦士ガンダム 水星の魔女 does not
 * continue 機動戦士ガンダム 00.
 */
export function continuingKeys(series: readonly string[]): string[] {
  return series.filter((key) => !key.endsWith(SUBTITLED)).flatMap((key) => [key, `${key}${SUBTITLED}`]);
}

/**
 * The other names of the series of a work with these keys, where one is that name: ワンピース comes before the
 * subtitles of films alone, and so does One Piece, which is the whole title of the series.
 */
export function otherNames(name: string, series: readonly string[]): string[] {
  const names = new Set(series.map((key) => key.trimEnd()));
  return names.delete(name) ? [...names] : [];
}
