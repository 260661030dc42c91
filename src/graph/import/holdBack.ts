import type { CatalogRecord } from './record.ts';
import { sameRecord } from './sameRecord.ts';

/** What an approved source says while other words of it are with a reviewer. */
export interface HeldBack {
  /** What may be published. */
  readonly open: CatalogRecord;
  /** Values under review that the source has not taken back. */
  readonly held: Members;
  /** Whether it says again what is under review. */
  readonly repeats: boolean;
  /** Whether it says anything else than the record under review did. */
  readonly contradicts: boolean;
}

/** A record's members without its key. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * A value under review is published by the reviewer alone: not by what its source says beside it, nor by the same words in another
 * import. Another word of the source takes the value back.
 *
 * @param stored the source's last record
 * @param reviewed what it said under review
 */
export function holdBack(stored: CatalogRecord, reviewed: CatalogRecord, said: CatalogRecord): HeldBack {
  const [waits, now] = [membersOf(reviewed), membersOf(said)];
  const held = withoutTakenBack(news(stored, reviewed), said);
  return {
    open: without(said, held),
    held,
    repeats: Object.keys(held).some((name) => now[name] !== undefined),
    contradicts: Object.keys(waits).some((name) => isOther(waits[name], now[name])),
  };
}

/** What a record says that its source's last record does not. */
function news(stored: CatalogRecord, record: CatalogRecord): Members {
  const before = membersOf(stored);
  const said = Object.entries(membersOf(record)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.filter(([name, value]) => !sameRecord(value ?? null, before[name] ?? null)));
}

/**
 * What a reviewer who rejects a record rejects: the values that its source had not published; all of it, where it had published nothing.
 * @param stored the source's last record
 */
export function rejectedValues(stored: CatalogRecord | null, record: CatalogRecord): Members {
  const said = membersOf(record);
  if (stored === null) return said;
  const fresh = news(stored, record);
  const confirmation = Object.entries(said).filter(([name]) => CONFIRMATION.has(name));
  return confirmation.some(([name]) => name in fresh) ? { ...fresh, ...Object.fromEntries(confirmation) } : fresh;
}

/** These values without those of which the source says another one now. */
export function withoutTakenBack(values: Members, said: CatalogRecord): Members {
  const now = membersOf(said);
  const otherwise = (name: string) => isOther(values[name], now[name]);
  // A status and its confirmation are one word.
  const taken = (name: string) =>
    CONFIRMATION.has(name) ? [...CONFIRMATION].some((it) => it in values && otherwise(it)) : otherwise(name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !taken(name)));
}

/** The record without these members. */
export function without(record: CatalogRecord, members: Members): CatalogRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !(name in members))) as CatalogRecord;
}

/** Without its key. */
export function membersOf({ type, source, sourceId, ...members }: CatalogRecord): Members {
  return members;
}

function isOther(value: unknown, now: unknown): boolean {
  return now !== undefined && !sameRecord(now, value);
}

const CONFIRMATION: ReadonlySet<string> = new Set(['status', 'releasedAt']);
