import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';

/** Scripts written without spaces between words: their runs are indexed as sequences of characters. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const RUN = new RegExp(`${CJK}+|(?:(?!${CJK})[^ ])+`, 'gu');
const EACH_CJK = new RegExp(CJK, 'gu');
const ONLY_CJK = new RegExp(`^${CJK}+$`, 'u');

/** How many Han and kana a text has. */
export function countCjk(text: string): number {
  return text.match(EACH_CJK)?.length ?? 0;
}

/** A plain text cut at spaces and where a script without spaces begins or ends. */
function runs(plain: string): string[] {
  return plain.match(RUN) ?? [];
}

/** The sequences of `length` neighbouring characters. */
function grams(characters: readonly string[], length: number): string[] {
  const all: string[] = [];
  for (let end = length; end <= characters.length; end++) all.push(characters.slice(end - length, end).join(''));
  return all;
}

/**
 * The tokens of a title's plain text: its words as written and folded; of Han and kana the characters and pairs, as written and
 * folded, and the triples as written, also across spaces, which are often left out there.
 */
export function titleTokens(plain: string): string[] {
  const tokens: string[] = [];
  let joined = '';
  const flush = () => {
    if (joined === '') return;
    const written = [...joined];
    const folded = [...fold(joined)];
    tokens.push(...written, ...grams(written, 2), ...grams(written, 3), ...folded, ...grams(folded, 2));
    joined = '';
  };
  for (const run of runs(plain)) {
    if (ONLY_CJK.test(run)) {
      joined += run;
    } else {
      flush();
      tokens.push(cutWord(run), cutWord(fold(run)));
    }
  }
  flush();
  return tokens;
}

/** The words of a query's plain text, each distinct one once, in order; `half` is the last one if it may be half-typed. */
export interface QueryWords {
  /** As written; of Han and kana the triples of each run, or what a shorter run has. */
  readonly raw: readonly string[];
  /** Folded; of Han and kana the pairs of each run, or its only character. */
  readonly folded: readonly string[];
  /** Absent when the text ends in Han or kana: there `folded` already finds what begins so. */
  readonly half: { readonly raw: string; readonly folded: string } | undefined;
}

export function queryWords(plain: string): QueryWords {
  const raw = new Set<string>();
  const folded = new Set<string>();
  let half: QueryWords['half'];
  for (const run of runs(plain)) {
    if (ONLY_CJK.test(run)) {
      addGrams(raw, run, 3);
      addGrams(folded, fold(run), 2);
      half = undefined;
    } else {
      half = { raw: cutWord(run), folded: cutWord(fold(run)) };
      raw.add(half.raw);
      folded.add(half.folded);
    }
  }
  return { raw: [...raw], folded: [...folded], half };
}

function addGrams(to: Set<string>, run: string, length: number): void {
  const characters = [...run];
  if (characters.length === 0) return;
  for (const gram of grams(characters, Math.min(length, characters.length))) to.add(gram);
}
