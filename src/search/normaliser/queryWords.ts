import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';
import { grams } from './grams.ts';
import { textRuns } from './textRuns.ts';

const IN_ORDER = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** The words of a query's plain text, each distinct one once, in order; `half` is the last one if it may be half-typed. */
export interface QueryWords {
  /** As written; of Han and kana the triples of each run, or what a shorter run has. */
  readonly raw: readonly string[];
  /** Folded; of Han and kana the pairs of each run, or its only character. */
  readonly folded: readonly string[];
  /** The words in Latin letters and digits in their order, as written; none when the text has others. */
  readonly inOrder: readonly string[];
  /** Absent when the text ends in Han or kana: there `folded` already finds what begins so. */
  readonly half: { readonly raw: string; readonly folded: string } | undefined;
}

export function queryWords(plain: string): QueryWords {
  const raw = new Set<string>();
  const folded = new Set<string>();
  let half: QueryWords['half'];
  for (const { text, cjk } of textRuns(plain)) {
    if (cjk) {
      addGrams(raw, text, 3);
      addGrams(folded, fold(text), 2);
      half = undefined;
    } else {
      half = { raw: cutWord(text), folded: cutWord(fold(text)) };
      raw.add(half.raw);
      folded.add(half.folded);
    }
  }
  return { raw: [...raw], folded: [...folded], half, inOrder: IN_ORDER.test(plain) ? plain.split(' ') : [] };
}

/** Of a run that is shorter than `length`, the run itself. */
function addGrams(to: Set<string>, run: string, length: number): void {
  const characters = [...run];
  if (characters.length === 0) return;
  for (const gram of grams(characters, Math.min(length, characters.length))) to.add(gram);
}
