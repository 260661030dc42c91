import { editDistance } from '../../base/editDistance.ts';

/** Keys of one length, in no order; by the same place, the letters of each. */
interface SameLength {
  readonly keys: string[];
  readonly letters: number[];
}

/**
 * Distinct keys, found by likeness: one edit changes the length by at most one and the set of letters by at most two,
 * so a comparison of numbers refuses nearly all keys before any text is read. For short keys of titles that is quicker
 * than walks over a sorted list, which must look behind every possible first edit.
 */
export class SimilarKeys {
  readonly #byLength: SameLength[] = [];

  /** The key must not be in the set yet. */
  add(key: string): void {
    const length = lengthOf(key);
    while (this.#byLength.length <= length) this.#byLength.push({ keys: [], letters: [] });
    const { keys, letters } = this.#byLength[length] as SameLength;
    keys.push(key);
    letters.push(lettersOf(key));
  }

  /** The key must be in the set. */
  delete(key: string): void {
    const { keys, letters } = this.#byLength[lengthOf(key)] as SameLength;
    const at = keys.indexOf(key);
    // The last key takes its place.
    keys[at] = keys.at(-1) as string;
    letters[at] = letters.at(-1) as number;
    keys.pop();
    letters.pop();
  }

  /** The keys whose `editDistance` to the text is at most `edits`, in no particular order. */
  within(edits: number, text: string): string[] {
    const length = lengthOf(text);
    const wanted = lettersOf(text);
    return this.#byLength.slice(Math.max(0, length - edits), length + edits + 1).flatMap(({ keys, letters }) => {
      const found: string[] = [];
      for (let at = 0; at < letters.length; at++) {
        if (bitCount(wanted ^ (letters[at] as number)) > 2 * edits) continue;
        const key = keys[at] as string;
        if (isWithin(text, key, edits)) found.push(key);
      }
      return found;
    });
  }
}

const isLowSurrogate = (unit: number) => (unit & 0xfc00) === 0xdc00;

/** In code points, as edits are counted. */
function lengthOf(key: string): number {
  return [...key].length;
}

/** The set of the key's code points, as 32 bits; unlike ones may share a bit. */
function lettersOf(key: string): number {
  let letters = 0;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (!isLowSurrogate(unit)) letters |= 1 << (unit & 31);
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** What both begin and end with counts for nothing. */
function isWithin(a: string, b: string, edits: number): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  // Not between the surrogates of one code point.
  if (start > 0 && start < shorter && isLowSurrogate(a.charCodeAt(start))) start--;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - end - 1) === b.charCodeAt(b.length - end - 1)) end++;
  if (end > 0 && isLowSurrogate(a.charCodeAt(a.length - end))) end--;
  const [restOfA, restOfB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  // One edit is between what is left of at most two code points.
  if (edits === 1 && Math.max(restOfA.length, restOfB.length) > 4) return false;
  return editDistance(restOfA, restOfB) <= edits;
}
