import { LRUCache } from 'lru-cache';
import { fold } from '../normaliser/fold.ts';
import { readKana } from '../normaliser/kanaReading.ts';
import { exactKey, isAscii, plainText, squash } from '../normaliser/plainText.ts';
import { textRuns } from '../normaliser/textRuns.ts';

/** A word of a text, or a run of its Han and kana, and its place. */
export interface PlacedWord {
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly plain: string;
  readonly folded: string;
  /** Its kana romanised; that of another word is `folded`. */
  readonly read: string;
  readonly cjk: boolean;
}

/** An apostrophe and an @ between letters belong to the word. */
const WORD = /[\p{L}\p{N}\p{M}ー]+(?:['’‘ʼʹ`´@＠][\p{L}\p{N}\p{M}ー]+)*/gu;

const ASCII_WORD = /[a-z0-9]+(?:['`@][a-z0-9]+)*/gi;

/** Reading a word costs ten times as much as remembering it. */
const readings = new LRUCache<string, Pick<PlacedWord, 'plain' | 'folded' | 'read'>>({
  max: 4_096,
  memoMethod(written) {
    const plain = squash(plainText(exactKey(written)));
    return { plain, folded: fold(plain), read: fold(squash(readKana(plain))) };
  },
});

/** The words of a text in their order. */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const { 0: piece, index } of text.matchAll(isAscii(text) ? ASCII_WORD : WORD)) {
    let start = index;
    for (const { text: written, cjk } of textRuns(piece)) {
      const end = start + written.length;
      words.push({ start, end, written, ...readings.memo(written), cjk });
      start = end;
    }
  }
  return words;
}
