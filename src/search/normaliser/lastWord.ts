import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';

/** No word has it: plain text is letters and numbers. */
const END = '$';

/** The token of a word at the end of a title or of a part of it, where the name of a franchise often stands. */
export function lastWordToken(folded: string): string {
  return cutWord(folded) + END;
}

/** The token of the last word of a plain text; undefined when it has no word in Latin letters there. */
export function lastWordOf(plain: string): string | undefined {
  const word = /[a-z0-9]+$/.exec(plain)?.[0];
  return word === undefined ? undefined : lastWordToken(fold(word));
}
