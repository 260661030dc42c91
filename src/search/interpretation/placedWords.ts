import { exactKey } from '../normaliser/exactKey.ts';
import { fold } from '../normaliser/fold.ts';
import { readKana } from '../normaliser/kanaReading.ts';
import { plainText, squash } from '../normaliser/plainText.ts';
import { textRuns } from '../normaliser/textRuns.ts';

/** A word of a text, or a run of its Han and kana, and where it stands. */
export interface PlacedWord extends ReadWord {
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

interface ReadWord {
  readonly written: string;
  readonly plain: string;
  readonly folded: string;
  /** Its kana romanised; that of another word is `folded`. */
  readonly read: string;
  readonly cjk: boolean;
}

/** An apostrophe and an @ between letters belong to the word. */
const WORD = /[\p{L}\p{N}\p{M}ー]+(?:['’‘ʼʹ`´@＠][\p{L}\p{N}\p{M}ー]+)*/gu;

const ASCII = /^[\0-\x7F]*$/;
const ASCII_WORD = /[a-z0-9]+(?:['`@][a-z0-9]+)*/gi;

/** The words of a text in their order. */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const { 0: piece, index } of text.matchAll(ASCII.test(text) ? ASCII_WORD : WORD)) {
    let start = index;
    for (const { text: written, cjk } of textRuns(piece)) {
      const { plain, folded, read } = readWord(written, cjk);
      words.push({ start, end: start + written.length, written, plain, folded, read, cjk });
      start += written.length;
    }
  }
  return words;
}

/** Words recur in titles, and reading one costs ten times as much as finding it here. Runs of Han recur less. */
const knownWords = new Map<string, ReadWord>();
const knownRuns = new Map<string, ReadWord>();
const MOST_KNOWN = 4_096;
const LONGEST_KNOWN = 24;

function readWord(written: string, cjk: boolean): ReadWord {
  const known = cjk ? knownRuns : knownWords;
  const held = known.get(written);
  if (held !== undefined) return held;
  const plain = squash(plainText(exactKey(written)));
  const folded = fold(plain);
  const romanised = cjk ? readKana(plain) : plain;
  const read = romanised === plain ? folded : fold(squash(romanised));
  const word = { written, plain, folded, read, cjk };
  if (written.length <= LONGEST_KNOWN) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(written, word);
  }
  return word;
}
