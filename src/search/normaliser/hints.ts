import { canonicalSeasons, NUMERAL, numberOf } from './season.ts';

/** A hint beside a name, as a trait of an anime: `n2` a season or number, `p2` a part, `e2` an episode, … */
export type Trait = string;

/** A plain text split into the name and its hints. */
export interface HintedText {
  /** The plain text without the hints; the whole text when nothing else would remain. */
  readonly name: string;
  readonly hints: readonly Trait[];
  /** The season's number when it is spelled as a season, not bare. */
  readonly spelledSeason: number | undefined;
}

const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const NUMBER = '(\\d{1,2}|[一二三四五六七八九]|viii|vii|vi|iv|ix|iii|ii|v)';

/** What is a hint, each taken from the text before the next is looked for; longer spellings first. */
const RULES = (
  [
    [`${START}(19[1-9]\\d|20[0-4]\\d)年?${END}`, (year) => `y${year}`],
    [`${START}(?:episodes?|eps?) ?(\\d{1,4})${END}`, episode],
    [`${START}e(\\d{2,4})${END}`, episode],
    [`第?(\\d{1,4}) ?[話话集]`, episode],
    [`${START}(?:(?:part|pt|cour) ?|p(?=\\d))${NUMBER}${END}`, part],
    [`${START}${NUMBER}(?:st|nd|rd|th) (?:part|cour)${END}`, part],
    [`第${NUMBER}(?:部|クール|くーる)`, part],
    [`(?<!\\d)(\\d{1,2}) ?(?:部|クール)`, part],
    [`(?:パート|ぱーと) ?${NUMBER}(?![\\p{Script=Latin}${NUMERAL}])`, part],
    [`${START}(?:the )?final season${END}`, () => 'final'],
    [`(?:ファイナル ?|最終 ?|最终 ?)(?:シーズン|期|季|章)`, () => 'final'],
    [`${START}(?:the movie|movies?|films?|gekijou ?ban)${END}|劇場版|剧场版|電影版|电影版|映画`, () => 'movie'],
    [`${START}(?:ovas?|oavs?|oads?)${END}`, () => 'ova'],
    [`${START}(?:specials?|sp)${END}`, () => 'special'],
    [`${START}(?:tv series|tv|series)${END}`, () => 'tv'],
    [`${START}onas?${END}`, () => 'ona'],
  ] satisfies readonly (readonly [string, (number: string) => Trait])[]
).map(([pattern, trait]) => ({ pattern: new RegExp(pattern, 'gu'), trait }));

/** A spelled season, as opposed to a numeral that may be part of a name (Lupin III). */
const SPELLED = /season|stage|シーズン|[期季]|(?<![\p{L}\p{N}])s ?\d{1,2}(?![\p{L}\p{N}])/u;
/** A lone number at the end counts as a season below this number, but for one half (½). */
const LAST_NUMBER = /(?<!(?<!\d)1 )(?<=[^ ] |[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])([2-9]|1\d)$/u;
/** The canonical text has the bare number of a spelled season. */
const BARE_NUMBER = /(?<=[^ ] ?)(?<![\p{Script=Latin}\p{N}])([2-9]|1\d)(?![\p{Script=Latin}\p{N}])/gu;

/** How people and media servers write the number of an episode: `S02E05`, `2x05`, `#2`, and ` - 02` of file names. */
const SEASON_AND_EPISODE =
  /(?<![\p{L}\p{N}])s(\d{1,2}) ?e(\d{1,4})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(\d{1,2})x(\d{2,4})(?![\p{L}\p{N}])/giu;
const SIGNED = /(?<=\S\s+)(?:#(\d{1,4})|[-–—]\s+(\d{2,3}))(?=\s*(?:$|[[(]))/gu;

/** Every hint contains one of these; most titles have none. */
const MAYBE_HINT =
  /[\d話话集部劇剧電电映期季第最フクくパぱシし]|season|stage|final|movie|film|gekijou|ov|oa|special|sp|tv|series|ona|\b[iv]/;

/**
 * A query with its numbers of episodes spelled out ("S02E05" → "season 2 episode 05"), so that none is taken for a
 * season: a first season needs no word, and season 0 is that of the specials.
 */
export function spellEpisodes(q: string): string {
  if (!/\d/.test(q)) return q;
  return q
    .replace(SEASON_AND_EPISODE, (_, a?: string, first?: string, b?: string, second?: string) => {
      const season = Number(a ?? b);
      return `${season === 0 ? 'special' : season === 1 ? '' : `season ${season}`} episode ${first ?? second}`;
    })
    .replace(SIGNED, (_, a?: string, b?: string) => `episode ${a ?? b}`);
}

/** Extracts years, episodes, seasons, parts and formats from a plain text. Never throws. */
export function readHints(plain: string): HintedText {
  if (!MAYBE_HINT.test(plain)) return { name: plain, hints: [], spelledSeason: undefined };
  const hints: Trait[] = [];
  let text = plain;
  const take = (pattern: RegExp, trait: (number: string) => Trait) => {
    text = text.replace(pattern, (_, number: unknown) => {
      hints.push(trait(typeof number === 'string' ? number : ''));
      return ' ';
    });
  };
  for (const { pattern, trait } of RULES) take(pattern, trait);
  text = text.replace(/ +/g, ' ').trim();
  const canonical = canonicalSeasons(text);
  let spelledSeason: number | undefined;
  if (canonical !== text) {
    text = canonical;
    take(BARE_NUMBER, (number) => {
      if (SPELLED.test(plain)) spelledSeason ??= Number(number);
      return `n${number}`;
    });
  } else take(LAST_NUMBER, (number) => `n${number}`);
  const name = text.replace(/ +/g, ' ').trim();
  return name === ''
    ? { name: plain, hints: [], spelledSeason: undefined }
    : { name, hints: [...new Set(hints)], spelledSeason };
}

/** The hints of a query, at whose end "final" is a season; titles that end so are of all kinds. */
export function readQueryHints(plain: string): HintedText {
  return readHints(plain.replace(/(?<=[^ ] )final$/, 'final season'));
}

function episode(number: string): Trait {
  return `e${Number(number)}`;
}

function part(number: string): Trait {
  return `p${numberOf(number)}`;
}

/**
 * The traits of an anime from a title's hints: of several parts the first is the work's, the others are parts of that
 * part and marked `q` ("Part 6: Stone Ocean Part 2" is p6 and q2).
 */
export function traitsOf(hints: readonly Trait[]): Trait[] {
  const first = hints.findIndex(isPart);
  return hints.map((hint, i) => (i > first && isPart(hint) ? partOfPart(hint) : hint));
}

/** Whether a hint besides the season is unambiguous: a year, an episode, a part, the final season. */
export function isSpelled(hint: Trait): boolean {
  return isPart(hint) || hint === 'final' || /^[ye]\d/.test(hint);
}

/** Whether a trait is a part of the work. */
export function isPart(trait: Trait): boolean {
  return /^p\d/.test(trait);
}

/** Whether a trait is a season or a number. */
export function isNumber(trait: Trait): boolean {
  return /^n\d/.test(trait);
}

/** The traits that a hint asks for: a season also a part that some titles count as one, `h2`. */
export function askedBy(hint: Trait): Trait[] {
  return isNumber(hint) ? [hint, hint.replace('n', 'h')] : [hint];
}

/** The trait of a part of a part. */
export function partOfPart(part: Trait): Trait {
  return `q${part.slice(1)}`;
}
