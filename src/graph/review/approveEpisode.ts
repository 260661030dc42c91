import type { CatalogDraft } from '../import/draft/catalogDraft.ts';
import { type DraftReads, loadHolders } from '../import/draft/loadDraft.ts';
import { hasOtherRecordOf } from '../import/episodes/episodeGroups.ts';
import { placeEpisodes } from '../import/episodes/placeEpisodes.ts';
import { faultOfEpisode, statusBatchOf } from '../import/episodes/planEpisode.ts';
import { overlayEpisode } from '../import/overlay.ts';
import { decidedOfEpisode } from '../import/proposals/heldByPins.ts';
import { type EpisodeRecord, keyOf, REVIEW_SOURCE } from '../import/record.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { CatalogError } from '../model/errors.ts';
import type { Approval, Choice } from './approval.ts';
import { differenceOf } from './difference.ts';
import { nothingToApprove } from './nothingToApprove.ts';

/** Like approveAnime; an episode's anime is the one that its record names. */
export async function approveEpisode(
  reads: DraftReads,
  draft: CatalogDraft,
  record: EpisodeRecord,
  decides: boolean,
  choice: Choice,
  now: Date,
): Promise<Approval> {
  if (choice.into !== null || choice.asNew) {
    throw new CatalogError(
      'invalid_parameter',
      'An episode goes to the anime that its record names: into and new are for anime.',
      { parameter: choice.asNew ? 'new' : 'into' },
    );
  }
  const known = draft.episodes.ofKey(record);
  const stored = known?.records.get(keyOf(record)) ?? null;
  const merged = overlayEpisode(stored?.record ?? null, record);
  const fault = faultOfEpisode(merged, now);
  if (fault !== null) throw new CatalogError('conflict', `The record cannot be published: ${fault.reason}.`);
  const parent = merged.anime === undefined ? undefined : draft.anime.parentOf(merged.anime);
  if (parent === undefined || merged.number === undefined) {
    throw new CatalogError(
      'conflict',
      'The anime of this episode is not in the catalogue: decide on its proposal first.',
    );
  }
  const placed = { record: merged, animeId: parent.id, batch: null, statusBatch: statusBatchOf(stored, merged) };
  await loadHolders(reads, draft, [placed]);
  const holder = draft.episodes.ofNumber(parent.id, merged.number);
  if (known !== undefined && holder !== undefined && holder !== known && hasOtherRecordOf(merged, holder)) {
    throw new CatalogError(
      'conflict',
      `${merged.source} has another episode at number ${merged.number} of this anime, ${holder.id}.`,
    );
  }
  const target = known ?? holder ?? null;
  const targetId = target?.id ?? null;
  const canonical = target?.now ?? null;
  const base = Object.fromEntries([known, holder].flatMap((it) => (it ? [[it.id, it.revision]] : [])));
  placeEpisodes(draft, [placed]);
  const episode = draft.episodes.ofKey(merged);
  if (episode === undefined) throw new Error('placeEpisodes places every record');
  if (decides && target === episode && canonical !== null) {
    const key = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: target.id };
    const decided = decidedOfEpisode(withWholeStatus(record, merged), canonical);
    if (Object.keys(decided).length > 0) {
      const earlier = target.records.get(keyOf(key))?.record ?? null;
      const decision = overlayEpisode(earlier, { ...key, ...decided });
      draft.episodes.putDecision(target, { record: decision, animeId: parent.id, batch: null });
    }
  }
  const difference = episode.now === null ? [] : differenceOf(episodeFields, canonical, episode.now);
  const refusal = canonical !== null && difference.length === 0 ? nothingToApprove(record, canonical) : null;
  const candidates = [parent.id];
  return { draft, animeId: parent.id, targetId, base, candidates, difference, idsElsewhere: [], refusal };
}

/** A record with either status or confirmation holds both, which are one value. */
function withWholeStatus(record: EpisodeRecord, { status, releasedAt }: EpisodeRecord): EpisodeRecord {
  return record.status === undefined && record.releasedAt === undefined ? record : { ...record, status, releasedAt };
}
