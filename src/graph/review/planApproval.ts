import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft } from '../import/catalogDraft.ts';
import { decidedOfAnime, decidedOfEpisode } from '../import/decidedOf.ts';
import type { AnimeDraft } from '../import/drafts.ts';
import { tellsOf } from '../import/episodeGroups.ts';
import { loadAnime, loadDraft, loadHolders } from '../import/loadDraft.ts';
import { overlayAnime, overlayEpisode } from '../import/overlay.ts';
import { placeEpisodes } from '../import/placeEpisodes.ts';
import { matchAnime } from '../import/planAnime.ts';
import { faultOfEpisode } from '../import/planEpisode.ts';
import { type AnimeRecord, type CatalogRecord, type EpisodeRecord, REVIEW_SOURCE } from '../import/record.ts';
import { keyOf } from '../import/recordKey.ts';
import { animeFields } from '../model/animeFields.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { CatalogError } from '../model/errors.ts';
import { differenceOf, type FieldDifference } from './difference.ts';

/** What a reviewer may say of the match: neither for an unambiguous one. */
export interface Choice {
  readonly into: string | null;
  readonly asNew: boolean;
}

/** What approving a record does: the draft holds the changes. */
export interface Approval {
  readonly draft: CatalogDraft;
  readonly animeId: string;
  readonly difference: readonly FieldDifference[];
  /** The revisions that the difference rests on. */
  readonly base: Readonly<Record<string, number>>;
}

interface Waiting {
  readonly record: CatalogRecord;
  readonly reason: 'unapproved_source' | 'review_requested' | 'ambiguous_match';
}

/**
 * Works out an approval without writing anything. What the reviewer accepts beside the sources' word is kept as a record of the
 * source `review`, which stands above all others (docs/decisions.md#canonical-value); an ambiguous match decides on identity alone.
 * @throws CatalogError when the choice is missing or impossible
 */
export async function planApproval(
  client: TransactionClient,
  waiting: Waiting,
  choice: Choice,
  now: Date,
): Promise<Approval> {
  const draft = new CatalogDraft();
  await loadDraft(client, draft, [waiting.record]);
  const { record } = waiting;
  return record.type === 'anime'
    ? approveAnime(client, draft, record, waiting.reason !== 'ambiguous_match', choice)
    : approveEpisode(client, draft, record, waiting.reason !== 'ambiguous_match', choice, now);
}

async function approveAnime(
  client: TransactionClient,
  draft: CatalogDraft,
  record: AnimeRecord,
  decides: boolean,
  choice: Choice,
): Promise<Approval> {
  const known = draft.anime.ofKey(record);
  const before = known?.records.get(keyOf(record)) ?? null;
  const merged = overlayAnime(before, record);
  const match = matchAnime(draft, merged, known, before);
  const base = Object.fromEntries(match.candidates.map((id) => [id, draft.anime.get(id)?.revision ?? 0]));
  const target = await chooseTarget(client, draft, match, known, choice);
  if (target === null && merged.titles === undefined) {
    throw new CatalogError('conflict', 'The record names no title, so no new anime can be made of it.');
  }
  const canonical = target?.now ?? null;
  const { draft: anime } = draft.anime.putRecord(target, merged);
  if (decides && target !== null && canonical !== null) {
    const decided = decidedOfAnime(record, canonical);
    const key = { type: 'anime' as const, source: REVIEW_SOURCE, sourceId: target.id };
    if (Object.keys(decided).length > 0)
      draft.anime.putRecord(target, overlayAnime(target.records.get(keyOf(key)) ?? null, { ...key, ...decided }));
  }
  return {
    draft,
    animeId: anime.id,
    base,
    difference: anime.now === null ? [] : differenceOf(animeFields, canonical, anime.now),
  };
}

async function chooseTarget(
  client: TransactionClient,
  draft: CatalogDraft,
  match: ReturnType<typeof matchAnime>,
  known: AnimeDraft | undefined,
  { into, asNew }: Choice,
): Promise<AnimeDraft | null> {
  if (into !== null && asNew)
    throw new CatalogError('invalid_parameter', 'Give either into or new, not both.', { parameter: 'into' });
  if (known !== undefined && (asNew || (into !== null && into !== known.id))) {
    throw new CatalogError('conflict', `This record belongs to anime ${known.id} already; merge two anime instead.`);
  }
  if (asNew) return null;
  if (into === null) {
    if (!match.ambiguous || known !== undefined) return known ?? match.target;
    throw new CatalogError(
      'invalid_parameter',
      `The match is ambiguous: say into which anime (${match.candidates.join(', ')}), or that it is a new one.`,
      { parameter: 'into' },
    );
  }
  await loadAnime(client, draft, [into]);
  const target = draft.anime.get(into);
  if (target === undefined)
    throw new CatalogError('not_found', `There is no anime ${into}, or it was merged into another.`, {
      parameter: 'into',
    });
  return target;
}

async function approveEpisode(
  client: TransactionClient,
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
      {
        parameter: choice.asNew ? 'new' : 'into',
      },
    );
  }
  const known = draft.episodes.ofKey(record);
  const merged = overlayEpisode(known?.records.get(keyOf(record))?.record ?? null, record);
  const fault = faultOfEpisode(merged, now);
  if (fault !== null) throw new CatalogError('conflict', `The record cannot be published: ${fault.reason}.`);
  const parent = merged.anime === undefined ? undefined : draft.anime.parentOf(merged.anime);
  if (parent === undefined || merged.number === undefined) {
    throw new CatalogError(
      'conflict',
      'The anime of this episode is not in the catalogue: decide on its proposal first.',
    );
  }
  const placed = { record: merged, animeId: parent.id, batch: null };
  await loadHolders(client, draft, [placed]);
  const holder = draft.episodes.ofNumber(parent.id, merged.number);
  if (known !== undefined && holder !== undefined && holder !== known && tellsOf(merged, holder)) {
    throw new CatalogError(
      'conflict',
      `${merged.source} has another episode at number ${merged.number} of this anime, ${holder.id}.`,
    );
  }
  const target = known ?? holder ?? null;
  const canonical = target?.now ?? null;
  const compared = [known, holder].flatMap((it) => it ?? []);
  const base = Object.fromEntries(compared.map(({ id, revision }) => [id, revision]));
  placeEpisodes(draft, [placed]);
  const episode = draft.episodes.ofKey(merged);
  if (episode === undefined) throw new Error('the record was placed a moment ago');
  if (decides && target === episode && canonical !== null) {
    const key = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: target.id };
    const decided = decidedOfEpisode(merged, canonical);
    if (Object.keys(decided).length > 0) {
      const earlier = target.records.get(keyOf(key))?.record ?? null;
      const record = overlayEpisode(earlier, { ...key, ...decided });
      draft.episodes.putDecision(target, { record, animeId: parent.id, batch: null });
    }
  }
  return {
    draft,
    animeId: parent.id,
    base,
    difference: episode.now === null ? [] : differenceOf(episodeFields, canonical, episode.now),
  };
}
