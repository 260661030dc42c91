import type { CanonicalEpisode } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { mergeFields } from '../model/field.ts';
import type { EpisodeStatus } from '../model/vocabulary.ts';
import { unionOfTitles } from './canonicalAnime.ts';
import { type EpisodeRecord, HAND_SOURCE, REVIEW_SOURCE } from './record.ts';

/** An episode record with the canonical anime that its parent's key leads to. */
export interface PlacedEpisodeRecord {
  readonly record: EpisodeRecord;
  readonly animeId: string;
  /** Rises from one import to the next; null: what is being imported, which is later than anything stored. */
  readonly batch: number | null;
}

/**
 * Those of an episode's records that its value is made of. A source that gives a number to another episode has taken it from the one
 * that had it, whether it says so or leaves that out: of two records of one source and one parent the later counts.
 * @param records most believed first
 */
export function recordsThatCount(records: readonly PlacedEpisodeRecord[]): PlacedEpisodeRecord[] {
  const latest = new Map<string, PlacedEpisodeRecord>();
  for (const placed of records) {
    const said = saidBy(placed.record);
    const known = latest.get(said);
    if (known === undefined || isLater(placed, known)) latest.set(said, placed);
  }
  return records.filter((placed) => latest.get(saidBy(placed.record)) === placed);
}

/** Of records with the same name at one number one counts. */
export function saidBy({ source, anime }: EpisodeRecord): string {
  return `${source}\u0000${anime?.source}\u0000${anime?.sourceId}`;
}

function isLater(a: PlacedEpisodeRecord, b: PlacedEpisodeRecord): boolean {
  return (a.batch ?? Number.MAX_SAFE_INTEGER) > (b.batch ?? Number.MAX_SAFE_INTEGER);
}

/**
 * The canonical value of an episode from its records, the most believed first. The status and its confirmation come from one
 * record: a release is what one source confirmed, never one source's status beside another's time. A plan that was told no later than
 * another source's confirmation is overtaken by it, however much its source is believed.
 */
export function canonicalEpisode(records: readonly PlacedEpisodeRecord[]): CanonicalEpisode {
  const placed = records[0];
  if (placed === undefined) throw new Error('an episode has at least one record');
  const stated = records.map(({ record }) => record);
  const standing = records.find((it) => it.record.status !== undefined && !isOvertaken(it, records))?.record;
  return {
    animeId: placed.animeId,
    ...mergeFields(episodeFields, stated),
    titles: unionOfTitles(stated.map(({ titles }) => titles)),
    status: standing?.status ?? episodeFields.status.unknown,
    releasedAt: standing?.status === 'released' ? (standing.releasedAt ?? null) : null,
  };
}

const PLANS: ReadonlySet<unknown> = new Set<EpisodeStatus>(['scheduled', 'delayed']);

function isOvertaken(placed: PlacedEpisodeRecord, records: readonly PlacedEpisodeRecord[]): boolean {
  const { source, status } = placed.record;
  if (source === REVIEW_SOURCE || !PLANS.has(status)) return false;
  return records.some(
    (it) => it.record.status === 'released' && it.record.source !== HAND_SOURCE && !isLater(placed, it),
  );
}
