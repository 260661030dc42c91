/** How many words of 32 bits a UUID has. */
export const UUID_WORDS = 4;

const CHARACTERS = 36;
const HYPHEN = 45;
/** What a character code below 128 is worth as a lower-case hexadecimal digit; -1 is none. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code)));

/** Reads a UUID in lower case into four words. @returns whether it is one */
export function readUuid(text: string, words: Uint32Array): boolean {
  if (text.length !== CHARACTERS) return false;
  let digits = 0;
  let word = 0;
  for (let at = 0; at < CHARACTERS; at += 1) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== HYPHEN) return false;
      continue;
    }
    const digit = DIGITS[code] ?? -1;
    if (digit < 0) return false;
    word = (word << 4) | digit;
    digits += 1;
    if (digits % 8 === 0) words[digits / 8 - 1] = word;
  }
  return true;
}
