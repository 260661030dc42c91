import type { CanonicalEpisode } from '../../model/canonical.ts';
import { episodeFields } from '../../model/episodeFields.ts';
import { mergeFields } from '../../model/field.ts';
import { type EpisodeRecord, HAND_SOURCE, REVIEW_SOURCE } from '../record.ts';
import { unionOfTitles } from './canonicalAnime.ts';
import type { PlacedEpisodeRecord } from './drafts.ts';

/**
 * The records that make an episode's value. A source that gives a number to another episode takes it from the one that
 * had it: of two records of one origin the later counts.
 * @param records by descending priority
 */
export function effectiveRecords(records: readonly PlacedEpisodeRecord[]): PlacedEpisodeRecord[] {
  const latest = new Map<string, PlacedEpisodeRecord>();
  for (const placed of records) {
    const origin = originOf(placed.record);
    const known = latest.get(origin);
    if (known === undefined || isLater(placed, known)) latest.set(origin, placed);
  }
  return records.filter((placed) => latest.get(originOf(placed.record)) === placed);
}

/** The source and parent key of a record: of an episode's records with the same origin one counts. */
export function originOf({ source, anime }: EpisodeRecord): string {
  return `${source}\u0000${anime?.source}\u0000${anime?.sourceId}`;
}

function isLater(a: PlacedEpisodeRecord, b: PlacedEpisodeRecord): boolean {
  return (a.batch ?? Number.MAX_SAFE_INTEGER) > (b.batch ?? Number.MAX_SAFE_INTEGER);
}

/**
 * The canonical value of an episode from its records, highest priority first. Status and confirmation come from one
 * record, so that one source's status never gets another's time. A plan yields to another source's
 * confirmation that was stated no earlier, whatever the priorities.
 */
export function canonicalEpisode(records: readonly PlacedEpisodeRecord[]): CanonicalEpisode {
  const placed = records[0];
  if (placed === undefined) throw new Error('an episode has at least one record');
  const stated = records.map(({ record }) => record);
  const decisive = records.find((it) => it.record.status !== undefined && !isOvertaken(it, records))?.record;
  return {
    animeId: placed.animeId,
    ...mergeFields(episodeFields, stated),
    titles: unionOfTitles(stated.map(({ titles }) => titles)),
    status: decisive?.status ?? episodeFields.status.unknown,
    releasedAt: decisive?.status === 'released' ? (decisive.releasedAt ?? null) : null,
  };
}

function isOvertaken(placed: PlacedEpisodeRecord, records: readonly PlacedEpisodeRecord[]): boolean {
  const { source, status } = placed.record;
  if (source === REVIEW_SOURCE || (status !== 'scheduled' && status !== 'delayed')) return false;
  return records.some(
    (it) =>
      it.record.status === 'released' && it.record.source !== HAND_SOURCE && statusBatch(placed) <= statusBatch(it),
  );
}

function statusBatch(placed: PlacedEpisodeRecord): number {
  return placed.statusBatch ?? Number.MAX_SAFE_INTEGER;
}
