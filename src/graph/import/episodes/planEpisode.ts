import type { ProposalReason } from '../../model/vocabulary.ts';
import type { CatalogDraft } from '../draft/catalogDraft.ts';
import type { PlacedEpisodeRecord } from '../draft/drafts.ts';
import { type Outcome, type RejectedOutcome, rejected } from '../outcome.ts';
import { overlayEpisode, sameRecord } from '../overlay.ts';
import { type EpisodeRecord, keyOf } from '../record.ts';

/** A release confirmed further ahead than this is a broken record (docs/import.md#catalog). */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The meaning of an episode record by itself: which episode it is depends on the rest of its batch (placeEpisodes). */
export type EpisodePlan =
  | Outcome
  | { readonly kind: 'placed'; readonly placed: PlacedEpisodeRecord }
  | {
      readonly kind: 'waits';
      readonly reason: ProposalReason;
      /** Where it would be published; null while the anime waits too. */
      readonly placed: PlacedEpisodeRecord | null;
    };

export interface EpisodeSettings {
  /** Why every record waits for a reviewer; null when it does not. */
  readonly reviewing: ProposalReason | null;
  readonly now: Date;
  /** Keys (keyOf) of anime records that wait for a reviewer, with the reason: their episodes wait with them. */
  readonly waiting: ReadonlyMap<string, ProposalReason>;
  readonly parentsMayCome: boolean;
}

/** Decides one episode record. @param stored the source's record so far */
export function planEpisode(
  draft: CatalogDraft,
  stored: PlacedEpisodeRecord | null,
  record: EpisodeRecord,
  { reviewing, now, waiting, parentsMayCome }: EpisodeSettings,
): EpisodePlan {
  const before = stored?.record ?? null;
  const merged = overlayEpisode(before, record);
  if (before !== null && sameRecord(before, merged)) return { kind: 'unchanged' };

  const fault = faultOfEpisode(merged, now);
  if (fault !== null) return fault;
  if (merged.anime === undefined) return rejected('/anime', 'anime must name the parent on first sight');
  if (merged.number === undefined) return rejected('/number', 'number must be given on first sight');

  const parent = draft.anime.parentOf(merged.anime);
  if (parent === undefined) {
    const waits = waiting.get(keyOf(merged.anime)) ?? (parentsMayCome ? reviewing : null);
    if (waits !== null) return { kind: 'waits', reason: reviewing ?? waits, placed: null };
    if (parentsMayCome) return { kind: 'created' };
    const { source, sourceId } = merged.anime;
    return rejected('/anime', `anime ${source} ${sourceId} is neither earlier in the file nor in the catalogue`);
  }
  const placed = { record: merged, animeId: parent.id, batch: null, statusBatch: statusBatchOf(stored, merged) };
  return reviewing === null ? { kind: 'placed', placed } : { kind: 'waits', reason: reviewing, placed };
}

/** A status, its confirmation and its planned time keep their batch until the source states another. */
export function statusBatchOf(stored: PlacedEpisodeRecord | null, record: EpisodeRecord): number | null {
  const isSame = (['status', 'releasedAt', 'scheduledAt'] as const).every(
    (name) => (stored?.record[name] ?? null) === (record[name] ?? null),
  );
  return isSame ? (stored?.statusBatch ?? null) : null;
}

/** What is wrong with an episode beyond the shape of its record; null when nothing is. */
export function faultOfEpisode({ status, releasedAt }: EpisodeRecord, now: Date): RejectedOutcome | null {
  if (releasedAt == null) {
    return status === 'released' ? rejected('/releasedAt', 'releasedAt must be given when status is released') : null;
  }
  if (status !== 'released') return rejected('/status', 'status must be released when releasedAt is given');
  if (Date.parse(releasedAt) <= now.getTime() + CLOCK_TOLERANCE_MS) return null;
  return rejected(
    '/releasedAt',
    'releasedAt must not lie more than five minutes ahead: only what happened is confirmed',
  );
}
