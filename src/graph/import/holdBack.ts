import type { CatalogRecord } from './record.ts';
import { sameRecord } from './sameRecord.ts';

/** What an approved source says while other words of it are with a reviewer. */
export interface HeldBack {
  /** What may be published. */
  readonly open: CatalogRecord;
  /** Values under review that the source has not taken back. */
  readonly held: Readonly<Record<string, unknown>>;
  /** Whether it says again what is under review. */
  readonly repeats: boolean;
  /** Whether it says anything else than the record under review did. */
  readonly contradicts: boolean;
}

/**
 * A value under review is published by the reviewer alone: not by what its source says beside it, nor by the same words in another
 * import. Another word of the source takes the value back.
 *
 * @param stored the source's last record
 * @param reviewed what it said under review
 */
export function holdBack(stored: CatalogRecord, reviewed: CatalogRecord, said: CatalogRecord): HeldBack {
  const [before, waits, now] = [membersOf(stored), membersOf(reviewed), membersOf(said)];
  const otherwise = (name: string) => now[name] !== undefined && !sameRecord(now[name], waits[name]);
  // A status and its confirmation are one word.
  const taken = (name: string) =>
    CONFIRMATION.has(name) ? [...CONFIRMATION].some((it) => it in waits && otherwise(it)) : otherwise(name);
  const names = Object.keys(waits).filter((name) => waits[name] !== undefined);
  const held = names.filter((name) => !sameRecord(waits[name] ?? null, before[name] ?? null) && !taken(name));
  return {
    open: Object.fromEntries(Object.entries(said).filter(([name]) => !held.includes(name))) as CatalogRecord,
    held: Object.fromEntries(held.map((name) => [name, waits[name]])),
    repeats: held.some((name) => now[name] !== undefined),
    contradicts: names.some(otherwise),
  };
}

const CONFIRMATION: ReadonlySet<string> = new Set(['status', 'releasedAt']);

/** Without the key. */
function membersOf({ type, source, sourceId, ...members }: CatalogRecord): Readonly<Record<string, unknown>> {
  return members;
}
