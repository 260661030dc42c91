import { compareUnits, mostBytes, readUnits, skipUnits, writeUnits } from './keyBytes.ts';

/** Bytes of an entry's number, and of its two lengths at most. */
const NUMBER = 4;
const HEADER = NUMBER + 4;
/** Room is taken in steps of so many bytes. */
const STEP = 64;

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

let scratch = new Uint8Array(1024);

/**
 * Distinct keys with a number each, in order of their UTF-16 units, in one array of bytes. Of each key only what it has beyond the one
 * before is written (front coding), exactly so much: a search looks at few units of those that it passes.
 */
export class KeyChunk {
  bytes = new Uint8Array(STEP);
  used = 0;

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
    this.read(0, entry);
    return compareUnits(this.bytes, entry.from, entry.to, key, 0);
  }

  /** Reads the first key. @returns how many units it has */
  readFirst(units: Uint16Array): number {
    this.read(0, entry);
    return readUnits(this.bytes, entry.from, entry.to, units, 0);
  }

  firstKey(units: Uint16Array): string {
    return String.fromCharCode(...units.subarray(0, this.readFirst(units)));
  }

  find(key: string, place: KeyPlace): void {
    let alike = 0;
    let at = 0;
    while (at < this.used) {
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
    if (at < this.used) {
      this.read(at, entry);
      behind = skipUnits(this.bytes, entry.from, alike - entry.shared);
      end = writeHeader(scratch, end, this.numberAt(at), alike, entry.to - behind);
    }
    this.#replace(at, behind, scratch, end);
  }

  delete(at: number): void {
    this.read(at, entry);
    const { shared, from, to } = entry;
    if (to === this.used) {
      this.used = at;
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

  /** Moves the second half to a new chunk. There must be two keys at least. @returns it and its first key */
  split(units: Uint16Array): readonly [KeyChunk, string] {
    let at = 0;
    let length = 0;
    for (;;) {
      this.read(at, entry);
      length = readUnits(this.bytes, entry.from, entry.to, units, entry.shared);
      if (at > 0 && entry.to * 2 > this.used) break;
      if (entry.to === this.used) break;
      at = entry.to;
    }
    const key = String.fromCharCode(...units.subarray(0, length));
    const behind = new KeyChunk();
    behind.insert(key, this.numberAt(at), { at: 0, isHeld: false, alike: 0, alikeBefore: 0 });
    const rest = this.bytes.subarray(entry.to, this.used);
    behind.#replace(behind.used, behind.used, rest, rest.length);
    this.bytes = this.bytes.slice(0, roomFor(at));
    this.used = at;
    return [behind, key];
  }

  #replace(from: number, to: number, by: Uint8Array, length: number): void {
    const used = this.used + length - (to - from);
    if (used > this.bytes.length) {
      const larger = new Uint8Array(roomFor(used));
      larger.set(this.bytes.subarray(0, from));
      larger.set(this.bytes.subarray(to, this.used), from + length);
      this.bytes = larger;
    } else this.bytes.copyWithin(from + length, to, this.used);
    for (let i = 0; i < length; i++) this.bytes[from + i] = by[i] as number;
    this.used = used;
  }
}

const entry: KeyEntry = { shared: 0, from: 0, to: 0 };

function setPlace(place: KeyPlace, at: number, isHeld: boolean, alike: number, alikeBefore: number): void {
  place.at = at;
  place.isHeld = isHeld;
  place.alike = alike;
  place.alikeBefore = alikeBefore;
}

function roomFor(used: number): number {
  return Math.ceil((used + (used >> 4)) / STEP + 1) * STEP;
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
