import { abbreviationsOf, isAbbreviation } from './abbreviations.ts';
import { readHints } from './hints.ts';
import { titleInitials } from './initials.ts';

/** No word has it: plain text is letters and numbers. */
const SHORT = '*';
const NUMBERS_AT_END = /(?: \d+)+$/;

/**
 * What the name is called for short when more stands in the title ("jjk" of "Jujutsu Kaisen 0 Movie"): its initials and
 * abbreviations.
 * @param part the plain text of the title's first part
 * @param whole that of the title
 */
export function shortNames(part: string, whole: string): string[] {
  const name = readHints(part).name.replace(NUMBERS_AT_END, '');
  if (name === whole) return [];
  return [...titleInitials(name), ...abbreviationsOf(name)].filter(isAbbreviation);
}

/** The token of a name's short form. */
export function shortNameToken(short: string): string {
  return SHORT + short;
}
