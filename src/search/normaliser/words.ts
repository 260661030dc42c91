import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';

/** Scripts written without spaces between words: their runs are indexed as pairs of characters. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const RUN = new RegExp(`${CJK}+|(?:(?!${CJK})[^ ])+`, 'gu');
const HAS_CJK = new RegExp(CJK, 'u');
const ONLY_CJK = new RegExp(`^${CJK}+$`, 'u');

export function hasCjk(text: string): boolean {
  return HAS_CJK.test(text);
}

/** A plain text cut at spaces and where a script without spaces begins or ends. */
function runs(plain: string): string[] {
  return plain.match(RUN) ?? [];
}

function pairs(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/**
 * The tokens of a title's plain text: its words as written and folded; of Han and kana each character and each pair, also
 * across spaces, which are often left out there.
 */
export function titleTokens(plain: string): string[] {
  const tokens: string[] = [];
  let joined = '';
  const flush = () => {
    const folded = fold(joined);
    tokens.push(...folded, ...pairs(folded));
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

/** A word of a query. */
export interface QueryWord {
  /** Matches a title's token when equal. */
  readonly folded: string;
  /** As written; a half-typed word matches as prefix of either form. Equals `folded` for Han and kana. */
  readonly raw: string;
  readonly cjk: boolean;
}

/** The distinct words of a query's plain text, in order; of Han and kana the pairs of each run, or its only character. */
export function queryWords(plain: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  const add = (word: QueryWord) => {
    if (word.folded === '') return;
    // The last of equal words stays: the plan treats the last word as half-typed.
    words.delete(word.folded);
    words.set(word.folded, word);
  };
  for (const run of runs(plain)) {
    if (ONLY_CJK.test(run)) {
      const folded = fold(run);
      const parts = [...folded].length > 1 ? pairs(folded) : [folded];
      for (const part of parts) add({ folded: part, raw: part, cjk: true });
    } else {
      add({ folded: cutWord(fold(run)), raw: cutWord(run), cjk: false });
    }
  }
  return [...words.values()];
}
