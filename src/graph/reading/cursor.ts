import { CatalogError } from '../model/errors.ts';
import { parseCalendarDate, parseInstant } from '../model/time.ts';
import { parseUuid } from '../model/uuid.ts';

/** The PostgreSQL types of sort columns; cursors hold them as text. */
export type KeyType = 'uuid' | 'text' | 'date' | 'timestamptz' | 'numeric' | 'bigint';

const VERSION = 1;

const readers: Record<KeyType, (text: string) => boolean> = {
  uuid: (text) => parseUuid(text) === text,
  // PostgreSQL's text cannot hold NUL, and a lone surrogate would arrive as another character.
  text: (text) => !text.includes('\0') && isWellFormed(text),
  date: (text) => parseCalendarDate(text) !== null,
  timestamptz: (text) => parseInstant(text)?.toISOString() === text,
  numeric: (text) => /^(0|[1-9]\d{0,4})\.\d{2}$/.test(text),
  bigint: (text) => /^(0|[1-9]\d{0,17})$/.test(text),
};

/**
 * An opaque cursor: base64url of JSON `[version, kind, ...values]`, where `kind` names the list and its order and the
 * values are the last node's full sort key. It is neither secret nor signed; the REST layer signs it.
 */
export function encodeCursor(kind: string, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([VERSION, kind, ...values])).toString('base64url');
}

/**
 * The sort key in a cursor of this kind.
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
  // A position has exactly one cursor: other spellings of the same bytes are refused.
  if (encodeCursor(kind, key) !== cursor) throw refusal();
  return key;
}

function isOfType(value: unknown, type: KeyType): boolean {
  return typeof value === 'string' && readers[type](value);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
