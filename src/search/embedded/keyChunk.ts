import type { ByteBlocks } from './byteBlocks.ts';
import { compareUnits, mostBytes, readUnits, skipUnits, writeUnits } from './keyBytes.ts';

/** Bytes of an entry's number, and of its two lengths at most. */
const NUMBER = 4;
const HEADER = NUMBER + 4;

/** Where an entry of a chunk lies and what it says; one object is used again and again. */
export interface KeyEntry {
  /** How many units the key has in common with the one before. */
  shared: number;
  /** The bytes of the others. */
  from: number;
  to: number;
}

/** Where a key is or would be. */
export interface KeyPlace {
  /** The offset of the first entry that is not before the key. */
  at: number;
  isHeld: boolean;
  /** How many units the key has in common with that entry, and with the one before. */
  alike: number;
  alikeBefore: number;
}

const NOTHING = new Uint8Array(0);
let scratch = new Uint8Array(1024);

/**
 * Distinct keys with a number each, in order of their UTF-16 units, in one block of bytes. Of each key only what it has beyond the one
 * before is written (front coding), exactly so much: a search looks at few units of those that it passes. Offsets are those of `bytes`.
 */
export class KeyChunk {
  bytes: Uint8Array = NOTHING;
  /** Where the entries begin and end; both change with every addition and deletion. */
  begin = 0;
  end = 0;
  readonly #blocks: ByteBlocks;

  constructor(blocks: ByteBlocks) {
    this.#blocks = blocks;
  }

  /** Bytes of all entries. */
  get used(): number {
    return this.end - this.begin;
  }

  numberAt(at: number): number {
    const { bytes } = this;
    const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
    return low + (bytes[at + 3] as number) * 0x1000000;
  }

  setNumber(at: number, number: number): void {
    writeNumber(this.bytes, at, number);
  }

  /** Reads what the entry at an offset says of its key. */
  read(at: number, entry: KeyEntry): void {
    const { bytes } = this;
    let next = at + NUMBER;
    let shared = bytes[next++] as number;
    if (shared >= 0x80) shared = ((shared & 0x7f) << 8) | (bytes[next++] as number);
    let length = bytes[next++] as number;
    if (length >= 0x80) length = ((length & 0x7f) << 8) | (bytes[next++] as number);
    entry.shared = shared;
    entry.from = next;
    entry.to = next + length;
  }

  /** Compares the first key with a text, as `compareUnits`. */
  compareFirst(key: string): number {
    this.read(this.begin, entry);
    return compareUnits(this.bytes, entry.from, entry.to, key, 0);
  }

  /** Reads the first key. @returns how many units it has */
  readFirst(units: Uint16Array): number {
    this.read(this.begin, entry);
    return readUnits(this.bytes, entry.from, entry.to, units, 0);
  }

  firstKey(units: Uint16Array): string {
    return String.fromCharCode(...units.subarray(0, this.readFirst(units)));
  }

  find(key: string, place: KeyPlace): void {
    let alike = 0;
    let at = this.begin;
    while (at < this.end) {
      this.read(at, entry);
      if (entry.shared < alike) {
        setPlace(place, at, false, entry.shared, alike);
        return;
      }
      if (entry.shared === alike) {
        const order = compareUnits(this.bytes, entry.from, entry.to, key, alike);
        if ((order & 3) > 0) {
          setPlace(place, at, (order & 3) === 1, order >> 2, alike);
          return;
        }
        alike = order >> 2;
      }
      at = entry.to;
    }
    setPlace(place, at, false, 0, alike);
  }

  insert(key: string, number: number, { at, alike, alikeBefore }: KeyPlace): void {
    ensureScratch(mostBytes(key.length) + 2 * HEADER);
    const suffix = writeUnits(scratch, HEADER, key, alikeBefore);
    let end = writeHeader(scratch, 0, number, alikeBefore, suffix - HEADER);
    scratch.copyWithin(end, HEADER, suffix);
    end += suffix - HEADER;
    let behind = at;
    if (at < this.end) {
      this.read(at, entry);
      behind = skipUnits(this.bytes, entry.from, alike - entry.shared);
      end = writeHeader(scratch, end, this.numberAt(at), alike, entry.to - behind);
    }
    this.#replace(at, behind, scratch, end);
  }

  delete(at: number): void {
    this.read(at, entry);
    const { shared, from, to } = entry;
    if (to === this.end) {
      this.#replace(at, to, scratch, 0);
      return;
    }
    this.read(to, entry);
    if (entry.shared <= shared) {
      this.#replace(at, to, scratch, 0);
      return;
    }
    const more = skipUnits(this.bytes, from, entry.shared - shared) - from;
    ensureScratch(more + HEADER);
    const end = writeHeader(scratch, 0, this.numberAt(to), shared, more + entry.to - entry.from);
    scratch.set(this.bytes.subarray(from, from + more), end);
    this.#replace(at, entry.from, scratch, end + more);
  }

  /** Moves the second half to a new chunk, of a single key all: then this one is empty. @returns it and its first key */
  split(units: Uint16Array): readonly [KeyChunk, string] {
    const middle = this.begin + this.used / 2;
    let at = this.begin;
    let length = 0;
    for (;;) {
      this.read(at, entry);
      length = readUnits(this.bytes, entry.from, entry.to, units, entry.shared);
      if (at > this.begin && entry.to > middle) break;
      if (entry.to === this.end) break;
      at = entry.to;
    }
    const key = String.fromCharCode(...units.subarray(0, length));
    const rest = this.bytes.subarray(entry.to, this.end);
    const behind = new KeyChunk(this.#blocks);
    behind.insert(key, this.numberAt(at), { at: 0, isHeld: false, alike: 0, alikeBefore: 0 });
    behind.#replace(behind.end, behind.end, rest, rest.length);
    this.#replace(at, this.end, scratch, 0);
    return [behind, key];
  }

  /** Puts the first `length` bytes of `by` where the entries from `from` to `to` are, in a block of the least room. */
  #replace(from: number, to: number, by: Uint8Array, length: number): void {
    const { bytes, begin, end } = this;
    const kept = from - begin;
    const used = kept + length + end - to;
    const room = this.#blocks.roomFor(end - begin);
    const roomAfter = this.#blocks.roomFor(used);
    if (room === roomAfter) bytes.copyWithin(from + length, to, end);
    else {
      const block = this.#blocks.take(roomAfter);
      block.bytes.set(bytes.subarray(begin, from), block.begin);
      block.bytes.set(bytes.subarray(to, end), block.begin + kept + length);
      this.bytes = block.bytes;
      this.begin = block.begin;
      this.#blocks.give({ bytes, begin }, room);
    }
    for (let i = 0; i < length; i++) this.bytes[this.begin + kept + i] = by[i] as number;
    this.end = this.begin + used;
  }
}

const entry: KeyEntry = { shared: 0, from: 0, to: 0 };

function setPlace(place: KeyPlace, at: number, isHeld: boolean, alike: number, alikeBefore: number): void {
  place.at = at;
  place.isHeld = isHeld;
  place.alike = alike;
  place.alikeBefore = alikeBefore;
}

function ensureScratch(bytes: number): void {
  if (bytes > scratch.length) scratch = new Uint8Array(bytes * 2);
}

function writeHeader(bytes: Uint8Array, at: number, number: number, shared: number, length: number): number {
  writeNumber(bytes, at, number);
  return writeLength(bytes, writeLength(bytes, at + NUMBER, shared), length);
}

function writeNumber(bytes: Uint8Array, at: number, number: number): void {
  for (let i = 0; i < NUMBER; i++) bytes[at + i] = number >>> (8 * i);
}

/** Up to 32,767, which no key reaches: the normaliser cuts them at 1,000 bytes. */
function writeLength(bytes: Uint8Array, at: number, length: number): number {
  if (length < 0x80) {
    bytes[at] = length;
    return at + 1;
  }
  bytes[at] = 0x80 | (length >> 8);
  bytes[at + 1] = length & 0xff;
  return at + 2;
}
