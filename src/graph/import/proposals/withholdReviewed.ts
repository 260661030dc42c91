import { sameRecord } from '../overlay.ts';
import type { CatalogRecord } from '../record.ts';

/** A record without its key. */
export type Members = Readonly<Record<string, unknown>>;

/** A record of an approved source while values of it are under review. */
export interface Withheld {
  /** The part that may be published. */
  readonly open: CatalogRecord;
  /** Values under review that the source has not taken back. */
  readonly held: Members;
  /** Whether the record states any of them again. */
  readonly repeats: boolean;
  /** Whether the record states another value than the one under review. */
  readonly contradicts: boolean;
}

/**
 * Splits a record: a value under review is only published by the reviewer, neither with other values of its source nor
 * because another import repeats it. Another value of the source takes it back.
 *
 * @param stored the source's published record
 * @param reviewed the record under review
 */
export function withholdReviewed(stored: CatalogRecord, reviewed: CatalogRecord, incoming: CatalogRecord): Withheld {
  const [waits, now] = [membersOf(reviewed), membersOf(incoming)];
  const held = withoutReplaced(newValues(stored, reviewed), incoming);
  return {
    open: without(incoming, Object.keys(held)),
    held,
    repeats: Object.keys(held).some((name) => now[name] !== undefined),
    contradicts: Object.keys(waits).some((name) => differs(waits[name], now[name])),
  };
}

/** The values of a record that differ from the source's published record. */
function newValues(stored: CatalogRecord, record: CatalogRecord): Members {
  const before = membersOf(stored);
  return pick(membersOf(record), (name, value) => differs(before[name] ?? null, value));
}

/**
 * The values that the rejection of a record rejects: those that its source had not published, or all of a source that
 * had published nothing.
 * @param stored the source's published record
 */
export function rejectedValues(stored: CatalogRecord | null, record: CatalogRecord): Members {
  const members = membersOf(record);
  if (stored === null) return members;
  const fresh = newValues(stored, record);
  const isConfirmed = Object.keys(fresh).some((name) => CONFIRMATION.has(name));
  return isConfirmed ? { ...fresh, ...pick(members, (name) => CONFIRMATION.has(name)) } : fresh;
}

/** The values that a record of the source does not replace. A status and its confirmation are replaced together. */
export function withoutReplaced(values: Members, incoming: CatalogRecord): Members {
  const now = membersOf(incoming);
  const isReplaced = (name: string) => name in values && differs(values[name], now[name]);
  return pick(values, (name) => !(CONFIRMATION.has(name) ? [...CONFIRMATION].some(isReplaced) : isReplaced(name)));
}

/** The record without these members. */
export function without(record: CatalogRecord, members: readonly string[]): CatalogRecord {
  return pick(record, (name) => !members.includes(name)) as CatalogRecord;
}

export function membersOf({ type, source, sourceId, ...members }: CatalogRecord): Members {
  return members;
}

function pick(members: object, isWanted: (name: string, value: unknown) => boolean): Members {
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => isWanted(name, value)));
}

function differs(value: unknown, now: unknown): boolean {
  return now !== undefined && !sameRecord(now, value);
}

const CONFIRMATION: ReadonlySet<string> = new Set(['status', 'releasedAt']);
