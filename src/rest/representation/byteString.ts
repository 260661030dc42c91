/**
 * The bytes of a value's JSON in UTF-8 as a string, one a character (latin1): it takes less memory than a Buffer, and
 * a page is joined of such strings in half the time.
 */
export function byteString(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('latin1');
}
