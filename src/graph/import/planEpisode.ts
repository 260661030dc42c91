import type { ProposalReason } from '../model/vocabulary.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import { type Outcome, rejected } from './outcome.ts';
import { overlayEpisode } from './overlay.ts';
import type { EpisodeRecord } from './record.ts';
import { keyOf } from './recordKey.ts';
import { sameRecord } from './sameRecord.ts';
import type { Rejection } from './validateRecord.ts';

/** A release confirmed further ahead than this is a broken record (docs/decisions.md#canonical-value). */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** What an episode record means by itself: which episode it is depends on the rest of its batch (placeEpisodes). */
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
}

/** Decides one episode record, @param before what its source said of it last */
export function planEpisode(
  draft: CatalogDraft,
  before: EpisodeRecord | null,
  record: EpisodeRecord,
  { reviewing, now, waiting }: EpisodeSettings,
): EpisodePlan {
  const merged = overlayEpisode(before, record);
  if (before !== null && sameRecord(before, merged)) return { kind: 'unchanged' };

  const fault = faultOfEpisode(merged, now);
  if (fault !== null) return { kind: 'rejected', rejection: fault };
  if (merged.anime === undefined) return rejected('/anime', 'anime must name the parent on first sight');
  if (merged.number === undefined) return rejected('/number', 'number must be given on first sight');

  const parent = draft.anime.parentOf(merged.anime);
  if (parent === undefined) {
    const waits = waiting.get(keyOf(merged.anime));
    if (waits !== undefined) return { kind: 'waits', reason: reviewing ?? waits, placed: null };
    const { source, sourceId } = merged.anime;
    return rejected('/anime', `anime ${source} ${sourceId} is neither earlier in the file nor in the catalogue`);
  }
  const placed = { record: merged, animeId: parent.id, batch: null };
  return reviewing === null ? { kind: 'placed', placed } : { kind: 'waits', reason: reviewing, placed };
}

/** What is wrong with an episode as its source now tells it, beyond the shape of the record. */
export function faultOfEpisode(record: EpisodeRecord, now: Date): Rejection | null {
  const { status, releasedAt = null } = record;
  if (status === 'released' && releasedAt === null) {
    return { pointer: '/releasedAt', reason: 'releasedAt must be given when status is released' };
  }
  if (status !== 'released' && releasedAt !== null) {
    return { pointer: '/status', reason: 'status must be released when releasedAt is given' };
  }
  if (releasedAt !== null && Date.parse(releasedAt) > now.getTime() + CLOCK_TOLERANCE_MS) {
    return {
      pointer: '/releasedAt',
      reason: 'releasedAt must not lie more than five minutes ahead: only what happened is confirmed',
    };
  }
  return null;
}
