import { sameAnime, sameEpisode } from '../model/compareCanonical.ts';
import type { ProposalReason } from '../model/vocabulary.ts';
import { type AnimeDraft, type CatalogDraft, type EpisodeDraft, keyOf, NumberTakenError } from './catalogDraft.ts';
import { identitiesOf, identityKey } from './identity.ts';
import { mergeAnimeRecord, mergeEpisodeRecord, sameRecord } from './mergeRecord.ts';
import type { AnimeRecord, CatalogRecord, EpisodeRecord } from './record.ts';
import type { Rejection } from './validateRecord.ts';

/** What becomes of one record. */
export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'unchanged' }
  | {
      readonly kind: 'proposed';
      readonly reason: ProposalReason;
      /** Anime that the record may mean. */
      readonly candidates: readonly string[];
      /** Anime or episodes that the record was compared with: when one changes, the proposal is stale. */
      readonly compared: readonly string[];
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

/** A release confirmed further ahead than this is a broken record (docs/decisions.md#catalogue-format). */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export interface PlanSettings {
  /** Let every record wait for a reviewer. */
  readonly review: boolean;
  readonly now: Date;
  /** Keys (keyOf) of anime records that wait for a reviewer, with the reason: their episodes wait with them. */
  readonly waiting: ReadonlyMap<string, ProposalReason>;
}

/** Decides one record by docs/decisions.md#identity and, where it is to be published, puts it into the draft. */
export function planRecord(draft: CatalogDraft, record: CatalogRecord, settings: PlanSettings): Outcome {
  return record.type === 'anime' ? planAnime(draft, record, settings) : planEpisode(draft, record, settings);
}

function planAnime(draft: CatalogDraft, record: AnimeRecord, settings: PlanSettings): Outcome {
  const known = draft.animeOfKey(record);
  const before = known?.records.get(keyOf(record)) ?? null;
  const merged = mergeAnimeRecord(before, record);
  if (before !== null && sameRecord(before, merged)) return { kind: 'unchanged' };

  const { target, candidates, ambiguous } = matchAnime(draft, merged, known, before);
  if (target === null && merged.titles === undefined && !ambiguous) {
    return rejected('/titles', 'titles must name at least one title on first sight');
  }
  const reason = reviewReason(draft, record, settings) ?? (ambiguous ? 'ambiguous_match' : null);
  if (reason !== null) return { kind: 'proposed', reason, candidates, compared: candidates };

  const { draft: anime, before: canonical } = draft.putAnimeRecord(target, merged);
  if (canonical === null) return { kind: 'created' };
  return { kind: anime.now !== null && sameAnime(canonical, anime.now) ? 'unchanged' : 'updated' };
}

/**
 * The anime that a record means. Ids that the same key stated before are settled, perhaps by a reviewer: only newly stated ones
 * can bring in another match.
 */
export function matchAnime(
  draft: CatalogDraft,
  merged: AnimeRecord,
  known: AnimeDraft | undefined,
  before: AnimeRecord | null,
) {
  const settled = new Set(before === null ? [] : identitiesOf(before).map(identityKey));
  const matches = new Set(known === undefined ? [] : [known]);
  for (const id of identitiesOf(merged)) {
    const owner = settled.has(identityKey(id)) ? undefined : draft.animeOfIdentity(id);
    if (owner !== undefined) matches.add(owner);
  }
  const [target = null] = matches;
  const taken = before === null && [...(target?.records.values() ?? [])].some(({ source }) => source === merged.source);
  return { target, candidates: [...matches].map(({ id }) => id), ambiguous: matches.size > 1 || taken };
}

function planEpisode(draft: CatalogDraft, record: EpisodeRecord, settings: PlanSettings): Outcome {
  const known = draft.episodeOfKey(record);
  const placed = known?.records.get(keyOf(record));
  const merged = mergeEpisodeRecord(placed?.record ?? null, record);
  if (placed !== undefined && sameRecord(placed.record, merged)) return { kind: 'unchanged' };

  const fault = faultOfEpisode(merged, settings.now);
  if (fault !== null) return { kind: 'rejected', rejection: fault };
  if (merged.anime === undefined) return rejected('/anime', 'anime must name the parent on first sight');
  if (merged.number === undefined) return rejected('/number', 'number must be given on first sight');

  const parent = draft.parentOf(merged.anime);
  const reviewing = reviewReason(draft, record, settings);
  if (parent === undefined) {
    const waits = settings.waiting.get(keyOf(merged.anime));
    if (waits !== undefined) return { kind: 'proposed', reason: reviewing ?? waits, candidates: [], compared: [] };
    const { source, sourceId } = merged.anime;
    return rejected('/anime', `anime ${source} ${sourceId} is neither earlier in the file nor in the catalogue`);
  }
  const target = known ?? draft.episodeOfNumber(parent.id, merged.number) ?? null;
  if (reviewing !== null) {
    return {
      kind: 'proposed',
      reason: reviewing,
      candidates: [parent.id],
      compared: target === null ? [] : [target.id],
    };
  }
  return putEpisode(draft, target, merged, parent.id);
}

function putEpisode(draft: CatalogDraft, target: EpisodeDraft | null, record: EpisodeRecord, animeId: string): Outcome {
  try {
    const { draft: episode, before } = draft.putEpisodeRecord(target, { record, animeId });
    if (before === null) return { kind: 'created' };
    return { kind: episode.now !== null && sameEpisode(before, episode.now) ? 'unchanged' : 'updated' };
  } catch (error) {
    if (error instanceof NumberTakenError) return rejected('/number', error.message);
    throw error;
  }
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

function reviewReason(draft: CatalogDraft, record: CatalogRecord, settings: PlanSettings): ProposalReason | null {
  if (draft.sources.get(record.source)?.approved !== true) return 'unapproved_source';
  return settings.review ? 'review_requested' : null;
}

function rejected(pointer: string, reason: string): Outcome {
  return { kind: 'rejected', rejection: { pointer, reason } };
}
