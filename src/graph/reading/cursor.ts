import { CatalogError } from '../model/errors.ts';
import { parseCalendarDate, parseInstant } from '../model/time.ts';
import { parseUuid } from '../model/uuid.ts';

/** The PostgreSQL types that a list can be ordered by, as they stand in a cursor: always as text. */
export type KeyType = 'uuid' | 'text' | 'date' | 'timestamptz' | 'numeric' | 'bigint';

const VERSION = 1;

const readers: Record<KeyType, (text: string) => boolean> = {
  uuid: (text) => parseUuid(text) === text,
  // PostgreSQL takes no NUL in text, and a lone surrogate would reach it as another character.
  text: (text) => !text.includes('\0') && isWellFormed(text),
  date: (text) => parseCalendarDate(text) !== null,
  timestamptz: (text) => parseInstant(text)?.toISOString() === text,
  numeric: (text) => /^(0|[1-9]\d{0,4})\.\d{2}$/.test(text),
  bigint: (text) => /^(0|[1-9]\d{0,17})$/.test(text),
};

/**
 * An opaque cursor: base64url of JSON `[version, kind, ...values]`, where `kind` names the list and its order and the
 * values are the last node's whole sort key. It is neither secret nor signed: the REST layer wraps it in one that is.
 */
export function encodeCursor(kind: string, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([VERSION, kind, ...values])).toString('base64url');
}

/**
 * The sort key that a cursor of this kind holds.
 * @throws CatalogError `invalid_cursor` for anything that encodeCursor would not have written
 */
export function decodeCursor(cursor: string, kind: string, types: readonly KeyType[]): readonly string[] {
  const refusal = () => new CatalogError('invalid_cursor', 'The cursor is not one of this list in this order.');
  const bytes = Buffer.from(cursor, 'base64url');
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString());
  } catch {
    throw refusal();
  }
  if (!Array.isArray(parsed) || parsed.length !== types.length + 2) throw refusal();
  const [version, named, ...values] = parsed as unknown[];
  if (version !== VERSION || named !== kind) throw refusal();
  if (!values.every((value, index) => isOfType(value, types[index] as KeyType))) throw refusal();
  const key = values as string[];
  // One position has one cursor: other spellings of the same bytes were not written here.
  if (encodeCursor(kind, key) !== cursor) throw refusal();
  return key;
}

function isOfType(value: unknown, type: KeyType): boolean {
  return typeof value === 'string' && readers[type](value);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
