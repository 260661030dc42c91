/**
 * UTF-16 units as bytes: ASCII in one, kana and Han in two, all else in three. Most keys are of the first two, which UTF-8 takes one
 * and three for.
 */
const TWO_BYTES = 0x80;
const THREE_BYTES = 0xff;
/** What begins the two-byte units, and how many of them there are. */
const FIRST_CJK = 0x3000;
const CJK_UNITS = (THREE_BYTES - TWO_BYTES) << 8;

/** Writes the units of `text` from `from` on. @returns the offset behind them */
export function writeUnits(bytes: Uint8Array, at: number, text: string, from: number): number {
  let end = at;
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const cjk = unit - FIRST_CJK;
    if (unit < TWO_BYTES) {
      bytes[end++] = unit;
    } else if (cjk >= 0 && cjk < CJK_UNITS) {
      bytes[end++] = TWO_BYTES + (cjk >> 8);
      bytes[end++] = cjk & 0xff;
    } else {
      bytes[end++] = THREE_BYTES;
      bytes[end++] = unit >> 8;
      bytes[end++] = unit & 0xff;
    }
  }
  return end;
}

/** How many bytes `writeUnits` needs at most. */
export function mostBytes(units: number): number {
  return units * 3;
}

/** Reads the bytes from `from` to `to` into `units`, from `at` on. @returns how many units are there then */
export function readUnits(bytes: Uint8Array, from: number, to: number, units: Uint16Array, at: number): number {
  let length = at;
  for (let i = from; i < to; ) {
    const byte = bytes[i] as number;
    if (byte < TWO_BYTES) units[length++] = byte;
    else if (byte < THREE_BYTES) units[length++] = FIRST_CJK + ((byte - TWO_BYTES) << 8) + (bytes[i + 1] as number);
    else units[length++] = ((bytes[i + 1] as number) << 8) + (bytes[i + 2] as number);
    i += bytesAt(byte);
  }
  return length;
}

/** The offset `units` units behind `at`. */
export function skipUnits(bytes: Uint8Array, at: number, units: number): number {
  let end = at;
  for (let i = 0; i < units; i++) end += bytesAt(bytes[end] as number);
  return end;
}

/**
 * Compares the bytes from `from` to `to` with the text from its unit `at` on.
 * @returns how many units of the text they are alike up to, times 4, and 0, 1 or 2 where the bytes come before it, are it or come behind
 */
export function compareUnits(bytes: Uint8Array, from: number, to: number, text: string, at: number): number {
  let alike = at;
  for (let i = from; i < to; alike++) {
    if (alike === text.length) return alike * 4 + 2;
    const byte = bytes[i] as number;
    let unit = byte;
    if (byte >= TWO_BYTES) {
      const second = bytes[i + 1] as number;
      unit =
        byte < THREE_BYTES ? FIRST_CJK + ((byte - TWO_BYTES) << 8) + second : (second << 8) + (bytes[i + 2] as number);
    }
    const other = text.charCodeAt(alike);
    if (unit !== other) return alike * 4 + (unit < other ? 0 : 2);
    i += bytesAt(byte);
  }
  return alike * 4 + (alike < text.length ? 0 : 1);
}

function bytesAt(first: number): number {
  return first < TWO_BYTES ? 1 : first < THREE_BYTES ? 2 : 3;
}
