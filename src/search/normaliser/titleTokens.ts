import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';
import { grams } from './grams.ts';
import { textRuns } from './textRuns.ts';

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
