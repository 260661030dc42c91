const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * The first name that an object of a JSON text has twice, as it is written; null: each is there once. JSON.parse takes
 * the last of such members and other readers the first (RFC 8259, 4), so a check elsewhere may have seen another value.
 * @param text that JSON.parse takes
 */
export function repeatedMember(text: string): string | null {
  const objects: Set<string>[] = [];
  let literal: readonly [start: number, end: number] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === OPEN) objects.push(new Set());
    else if (character === CLOSE) objects.pop();
    else if (character === QUOTE) {
      const end = endOfString(text, at);
      literal = [at, end];
      at = end - 1;
    } else if (character === COLON) {
      const written = text.slice(...literal);
      const names = objects.at(-1);
      const name: string = JSON.parse(written);
      if (names?.has(name) === true) return written;
      names?.add(name);
    }
  }
  return null;
}

/** The place after a string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let it = text.charCodeAt(at); it !== QUOTE; it = text.charCodeAt(at)) at += it === BACKSLASH ? 2 : 1;
  return at + 1;
}
