import { readUnits } from './keyBytes.ts';
import { KeyChunk, type KeyEntry, type KeyPlace } from './keyChunk.ts';

/** Bytes: small enough that an insertion moves little, large enough that few chunks must be searched. */
const MAX_CHUNK = 2048;

/** What a walk does next: see the next key, or the least that has as many units in common with this one and then such a unit or a later. */
export const NEXT_KEY = -1;

/** A step of a walk to a key that has `alike` units in common with the one at hand and then `unit` or a later one. */
export function stepTo(alike: number, unit: number): number {
  return alike * 0x20000 + unit;
}

type Units = [Uint16Array, Uint16Array, Uint16Array];

/** The key that a walk is at, in UTF-16 units. */
let units: Uint16Array = new Uint16Array(1024);
/** What a walk looks for. */
let wanted: Uint16Array = new Uint16Array(1024);
/** The first key of a chunk. */
let first: Uint16Array = new Uint16Array(1024);

/**
 * Distinct strings with a number each, in UTF-16 order, in chunks: adding one costs the same in a large set as in a small one,
 * so an index is filled in slices without one long sort at the end.
 */
export class SortedKeys {
  readonly #chunks: KeyChunk[] = [new KeyChunk()];
  /** By chunk: see `headOf` its first key. Most chunks are told from a key without a look inside. */
  readonly #heads: number[] = [0];
  readonly #place: KeyPlace = { at: 0, isHeld: false, alike: 0, alikeBefore: 0 };

  /** @returns the number that the key has already; undefined when it was added */
  add(key: string, number: number): number | undefined {
    const c = this.#find(key);
    const chunk = this.#chunks[c] as KeyChunk;
    if (this.#place.isHeld) return chunk.numberAt(this.#place.at);
    if (key.length > units.length) {
      [units, wanted, first] = [units, wanted, first].map(() => new Uint16Array(key.length * 2)) as Units;
    }
    chunk.insert(key, number, this.#place);
    if (this.#place.at === 0) this.#heads[c] = headOf(key);
    if (chunk.used > MAX_CHUNK) {
      const [behind, first] = chunk.split(units);
      this.#chunks.splice(c + 1, 0, behind);
      this.#heads.splice(c + 1, 0, headOf(first));
    }
    return undefined;
  }

  get(key: string): number | undefined {
    const chunk = this.#chunks[this.#find(key)] as KeyChunk;
    return this.#place.isHeld ? chunk.numberAt(this.#place.at) : undefined;
  }

  /** Gives a key that is held another number. */
  set(key: string, number: number): void {
    const chunk = this.#chunks[this.#find(key)] as KeyChunk;
    if (this.#place.isHeld) chunk.setNumber(this.#place.at, number);
  }

  delete(key: string): void {
    const c = this.#find(key);
    const chunk = this.#chunks[c] as KeyChunk;
    if (!this.#place.isHeld) return;
    chunk.delete(this.#place.at);
    if (this.#place.at > 0) return;
    if (chunk.used > 0) {
      this.#heads[c] = headOf(chunk.firstKey(units));
    } else if (this.#chunks.length > 1) {
      this.#chunks.splice(c, 1);
      this.#heads.splice(c, 1);
    }
  }

  visitPrefix(prefix: string, visit: (number: number) => void): void {
    const entry: KeyEntry = { shared: 0, from: 0, to: 0 };
    let c = this.#find(prefix);
    let { at, alike } = this.#place;
    for (;;) {
      const chunk = this.#chunks[c] as KeyChunk;
      if (at < chunk.used) {
        if (alike < prefix.length) return;
        visit(chunk.numberAt(at));
        chunk.read(at, entry);
        for (at = entry.to; at < chunk.used; at = entry.to) {
          chunk.read(at, entry);
          if (entry.shared < prefix.length) return;
          visit(chunk.numberAt(at));
        }
      }
      const next = this.#chunks[++c];
      if (next === undefined) return;
      at = 0;
      alike = next.compareFirst(prefix) >> 2;
    }
  }

  /**
   * Walks the keys in order. `visit` gets the units of a key, how many there are, how many of them are those of the key that it got
   * before, and the key's number; it answers `NEXT_KEY` or `stepTo` a key behind.
   */
  walk(visit: (key: Uint16Array, length: number, kept: number, number: number) => number): void {
    const entry: KeyEntry = { shared: 0, from: 0, to: 0 };
    let wantedLength = 0;
    for (let c = 0; c < this.#chunks.length; ) {
      const { bytes, used } = this.#chunks[c] as KeyChunk;
      let kept = 0;
      let alike = 0;
      let isSeeking = wantedLength > 0;
      let next = c + 1;
      for (let at = 0; at < used; at = entry.to) {
        const chunk = this.#chunks[c] as KeyChunk;
        chunk.read(at, entry);
        const { shared } = entry;
        if (shared < kept) kept = shared;
        if (isSeeking && shared > alike) continue;
        const length = readUnits(bytes, entry.from, entry.to, units, shared);
        if (isSeeking && shared === alike) {
          while (alike < length && alike < wantedLength && units[alike] === wanted[alike]) alike++;
          if (alike < wantedLength && (alike === length || (units[alike] as number) < (wanted[alike] as number)))
            continue;
        }
        isSeeking = false;
        wantedLength = 0;
        const step = visit(units, length, kept, chunk.numberAt(at));
        kept = length;
        if (step === NEXT_KEY) continue;
        alike = Math.floor(step / 0x20000);
        if (alike === 0 && step > 0xffff) return;
        wanted.set(units.subarray(0, alike));
        wanted[alike] = step % 0x20000;
        wantedLength = alike + 1;
        isSeeking = true;
        next = this.#lastNotBehind(wantedLength, c);
        if (next > c) break;
        next = c + 1;
      }
      c = next;
    }
  }

  /** The last chunk from `from` on whose first key is not behind what a walk looks for. */
  #lastNotBehind(wantedLength: number, from: number): number {
    if (from + 1 === this.#chunks.length || isBehind(this.#chunks[from + 1] as KeyChunk, wantedLength)) return from;
    let low = from + 1;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isBehind(this.#chunks[middle] as KeyChunk, wantedLength)) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  /** Finds the place of a key. @returns the chunk in which it is or would be: the last that begins at or before it */
  #find(key: string): number {
    const head = headOf(key);
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const other = this.#heads[middle] as number;
      const beginsBehind =
        other === head ? ((this.#chunks[middle] as KeyChunk).compareFirst(key) & 3) === 2 : other > head;
      if (!beginsBehind) low = middle;
      else high = middle - 1;
    }
    (this.#chunks[low] as KeyChunk).find(key, this.#place);
    return low;
  }
}

/** The first units of a key in a number, in the order of the keys as far as it goes. */
function headOf(key: string): number {
  const [first, second] = [key.length > 0 ? key.charCodeAt(0) : 0, key.length > 1 ? key.charCodeAt(1) : 0];
  return (first << 14) | (second >> 2);
}

/** Whether the first key of a chunk is behind what a walk looks for. */
function isBehind(chunk: KeyChunk, wantedLength: number): boolean {
  const length = chunk.readFirst(first);
  for (let i = 0; i < wantedLength; i++) {
    if (i === length) return false;
    if (first[i] !== wanted[i]) return (first[i] as number) > (wanted[i] as number);
  }
  return length > wantedLength;
}
