import { z } from 'zod';

interface RuleOptions {
  /** The value may be secret: messages never repeat it, and it may be in a file (`NAME_FILE`). */
  readonly secret?: boolean;
  /** Whether control characters are a part of the value, such as the line breaks of `openssl rand -base64`. */
  readonly anyCharacters?: boolean;
}

const SHOWN_CHARACTERS = 60;

/** Line breaks among them: a URL parser drops those, and joins what comes before and after. */
const CONTROLS = /\p{Cc}/u;

/**
 * What a variable must be; surrounding white space is ignored.
 * @param words complete the sentence "it must be …", e.g. `a whole number from 0 to 65535`
 * @param read gives the parsed value; undefined when the text breaks the rule
 */
export function rule<Value>(
  words: string,
  read: (text: string) => Value | undefined,
  { secret = false, anyCharacters = false }: RuleOptions = {},
) {
  return z
    .string()
    .trim()
    .transform((text, context): Value => {
      const isBroken = !anyCharacters && CONTROLS.test(text);
      const value = isBroken ? undefined : read(text);
      if (value !== undefined) return value;
      const inside = isBroken ? ', with a line break or another control character in it' : '';
      const found = secret ? `has a wrong value${inside}` : `is ${shown(text)}`;
      context.addIssue({ code: 'custom', message: `${found}: it must be ${words}` });
      return z.NEVER;
    })
    .meta({ words, secret });
}

function shown(text: string): string {
  // A URL may hold a password.
  const safe = text.replace(/\/\/[^/@]*@/g, '//…@');
  const cut = safe.length > SHOWN_CHARACTERS ? `${safe.slice(0, SHOWN_CHARACTERS)}…` : safe;
  return JSON.stringify(cut);
}
