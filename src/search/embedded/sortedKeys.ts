import { ByteBlocks } from './byteBlocks.ts';
import { grown } from './grown.ts';
import { readUnits } from './keyBytes.ts';
import { KeyChunk, type KeyEntry, type KeyPlace } from './keyChunk.ts';

/** Bytes: small enough that an insertion moves little, large enough that few chunks must be searched. */
const MAX_CHUNK = 1024;

/** So many units of each chunk's first key are held outside of it: mostly they tell it from another key. */
const BEGINNING = 16;

/** What a walk does next: see the next key, or the least that has as many units in common with this one and then such a unit or a later. */
export const NEXT_KEY = -1;

/**
 * A step of a walk to a key that has `alike` units in common with the one at hand and then `unit` or a later one. Where none are, a unit
 * above 0xffff ends the walk.
 */
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
/** The beginning of the key that is looked for, as those of the first keys. */
const sought = new Uint16Array(BEGINNING);

/**
 * Distinct strings with a number each, in UTF-16 order, in chunks: adding one costs the same in a large set as in a small one,
 * so an index is filled in slices without one long sort at the end.
 */
export class SortedKeys {
  readonly #chunks: KeyChunk[];
  /** By chunk: the beginning of its first key, zeros behind what is shorter. */
  #beginnings = new Uint16Array(BEGINNING);
  readonly #place: KeyPlace = { at: 0, isHeld: false, alike: 0, alikeBefore: 0 };

  /** @param blocks where its bytes are; sets that go together may share them */
  constructor(blocks = new ByteBlocks()) {
    this.#chunks = [new KeyChunk(blocks)];
  }

  /** @returns the number that the key has already; undefined when it was added */
  add(key: string, number: number): number | undefined {
    const c = this.#find(key);
    const chunk = this.#chunks[c] as KeyChunk;
    if (this.#place.isHeld) return chunk.numberAt(this.#place.at);
    if (key.length > units.length) {
      [units, wanted, first] = [units, wanted, first].map(() => new Uint16Array(key.length * 2)) as Units;
    }
    if (this.#place.at === chunk.begin) this.#setBeginning(c, key);
    chunk.insert(key, number, this.#place);
    if (chunk.used > MAX_CHUNK) {
      const [behind, first] = chunk.split(units);
      this.#chunks.splice(c + 1, 0, behind);
      this.#insertBeginning(c + 1, first);
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
    const isFirst = this.#place.at === chunk.begin;
    chunk.delete(this.#place.at);
    if (!isFirst) return;
    if (chunk.used > 0) {
      this.#setBeginning(c, chunk.firstKey(units));
    } else if (this.#chunks.length > 1) {
      this.#chunks.splice(c, 1);
      this.#beginnings.copyWithin(c * BEGINNING, (c + 1) * BEGINNING);
    }
  }

  visitPrefix(prefix: string, visit: (number: number) => void): void {
    const entry: KeyEntry = { shared: 0, from: 0, to: 0 };
    let c = this.#find(prefix);
    let { at, alike } = this.#place;
    for (;;) {
      const chunk = this.#chunks[c] as KeyChunk;
      if (at < chunk.end) {
        if (alike < prefix.length) return;
        visit(chunk.numberAt(at));
        chunk.read(at, entry);
        for (at = entry.to; at < chunk.end; at = entry.to) {
          chunk.read(at, entry);
          if (entry.shared < prefix.length) return;
          visit(chunk.numberAt(at));
        }
      }
      const next = this.#chunks[++c];
      if (next === undefined) return;
      at = next.begin;
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
      const chunk = this.#chunks[c] as KeyChunk;
      const { bytes, end } = chunk;
      let kept = 0;
      let alike = 0;
      let isSeeking = wantedLength > 0;
      let next = c + 1;
      for (let at = chunk.begin; at < end; at = entry.to) {
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
    for (let i = 0; i < BEGINNING; i++) sought[i] = i < key.length ? key.charCodeAt(i) : 0;
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#beginsBehind(middle, key)) high = middle - 1;
      else low = middle;
    }
    (this.#chunks[low] as KeyChunk).find(key, this.#place);
    return low;
  }

  /** Whether a chunk begins behind a key, whose beginning is `sought`. */
  #beginsBehind(chunk: number, key: string): boolean {
    const beginnings = this.#beginnings;
    const at = chunk * BEGINNING;
    for (let i = 0; i < BEGINNING; i++) {
      if (beginnings[at + i] !== sought[i]) return (beginnings[at + i] as number) > (sought[i] as number);
    }
    return ((this.#chunks[chunk] as KeyChunk).compareFirst(key) & 3) === 2;
  }

  #setBeginning(chunk: number, key: string): void {
    for (let i = 0; i < BEGINNING; i++) {
      this.#beginnings[chunk * BEGINNING + i] = i < key.length ? key.charCodeAt(i) : 0;
    }
  }

  #insertBeginning(chunk: number, key: string): void {
    const length = this.#chunks.length * BEGINNING;
    if (length > this.#beginnings.length) this.#beginnings = grown(this.#beginnings, length);
    this.#beginnings.copyWithin((chunk + 1) * BEGINNING, chunk * BEGINNING, length - BEGINNING);
    this.#setBeginning(chunk, key);
  }
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
