import { abbreviationsOf, isAbbreviation } from './abbreviations.ts';
import { readHints } from './hints.ts';
import { titleInitials } from './initials.ts';

/** No word has it: plain text is letters and numbers. */
const SHORT = '*';
const NUMBERS_AT_END = /(?: \d+)+$/;

/** Of fewer words the initials are anything, of more nobody types them. */
const [FEWEST_WORDS, MOST_WORDS] = [3, 5];

/**
 * What the name is called for short when more stands in the title ("jjk" of "Jujutsu Kaisen 0 Movie"): its initials and
 * abbreviations, and those of its first words, which may be the name of the work before ("sao" of "Sword Art Online Alternative").
 * @param part the plain text of the title's first part
 * @param whole that of the title
 */
export function shortNames(part: string, whole: string): string[] {
  const name = readHints(part).name.replace(NUMBERS_AT_END, '');
  const words = name.split(' ');
  const shorts = name === whole ? [] : [...titleInitials(name), ...abbreviationsOf(name)];
  for (let length = FEWEST_WORDS; length <= Math.min(words.length - 1, MOST_WORDS); length++) {
    shorts.push(...titleInitials(words.slice(0, length).join(' ')));
  }
  return shorts.filter(isAbbreviation);
}

/** The token of a name's short form. */
export function shortNameToken(short: string): string {
  return SHORT + short;
}
