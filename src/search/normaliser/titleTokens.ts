import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';
import { pairs, textRuns } from './textRuns.ts';

/**
 * The tokens of a title's plain text: words as written and folded; for Han and kana folded characters and pairs,
 * also across spaces, which are often omitted there.
 */
export function titleTokens(plain: string): string[] {
  const tokens: string[] = [];
  let joined = '';
  const flush = () => {
    if (joined === '') return;
    const folded = [...fold(joined)];
    tokens.push(...folded, ...pairs(folded));
    joined = '';
  };
  for (const { text, cjk } of textRuns(plain)) {
    if (cjk) {
      joined += text;
    } else {
      flush();
      tokens.push(cutWord(text), cutWord(fold(text)));
    }
  }
  flush();
  return tokens;
}

/** No word contains it: plain text is letters and numbers. */
const END = '$';

/** The token of the last word of a title or of its part, often the name of a franchise. */
export function lastWordToken(folded: string): string {
  return cutWord(folded) + END;
}

/** The token of a plain text's last word; undefined when that is not in Latin letters. */
export function lastWordOf(plain: string): string | undefined {
  const word = /[a-z0-9]+$/.exec(plain)?.[0];
  return word === undefined ? undefined : lastWordToken(fold(word));
}
