import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft } from '../import/catalogDraft.ts';
import { decidedOfAnime, decidedOfEpisode } from '../import/decidedOf.ts';
import type { AnimeDraft } from '../import/drafts.ts';
import { tellsOf } from '../import/episodeGroups.ts';
import { loadAnime, loadDraft, loadHolders } from '../import/loadDraft.ts';
import { overlayAnime, overlayEpisode } from '../import/overlay.ts';
import { placeEpisodes } from '../import/placeEpisodes.ts';
import { matchAnime, newIdentities } from '../import/planAnime.ts';
import { faultOfEpisode } from '../import/planEpisode.ts';
import { type AnimeRecord, type CatalogRecord, type EpisodeRecord, REVIEW_SOURCE } from '../import/record.ts';
import { keyOf } from '../import/recordKey.ts';
import { animeFields } from '../model/animeFields.ts';
import type { ExternalId } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { CatalogError } from '../model/errors.ts';
import { differenceOf, type FieldDifference } from './difference.ts';
import { nothingToApprove } from './nothingToApprove.ts';

/** What a reviewer may say of the match: neither `into` nor `asNew` for an unambiguous one. */
export interface Choice {
  readonly into: string | null;
  readonly asNew: boolean;
  /** Whether a new anime is wanted although ids that the record states stay with others. */
  readonly withoutSharedIds?: boolean;
}

/** An identifying id that a record states and that another anime keeps. */
export interface ElsewhereId {
  readonly site: string;
  readonly id: string;
  readonly animeId: string;
}

/** What approving a record does: the draft holds the changes. */
export interface Approval {
  readonly draft: CatalogDraft;
  readonly animeId: string;
  /** The anime or episode that the record joins; null when it makes a new one. */
  readonly targetId: string | null;
  readonly difference: readonly FieldDifference[];
  readonly idsElsewhere: readonly ElsewhereId[];
  /** The anime that the record matches now. */
  readonly candidates: readonly string[];
  /** The revisions that the difference rests on. */
  readonly base: Readonly<Record<string, number>>;
  /** Why it is refused all the same; null when it is not. */
  readonly refusal: string | null;
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
  const target = await chooseTarget(client, draft, match, known, choice);
  const compared = [...new Set([...match.candidates, ...(target === null ? [] : [target.id])])];
  const base = Object.fromEntries(compared.map((id) => [id, draft.anime.get(id)?.revision ?? 0]));
  const elsewhere = idsElsewhere(draft, newIdentities(merged, before), target);
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
  const difference = anime.now === null ? [] : differenceOf(animeFields, canonical, anime.now);
  const linked = known === undefined && choice.into !== null;
  const nothing = canonical !== null && difference.length === 0 && decides && !linked;
  const refusal =
    choice.asNew && choice.withoutSharedIds !== true && elsewhere.length > 0
      ? shareRefusal(draft, elsewhere)
      : nothing
        ? nothingToApprove(record, canonical) + (known === undefined ? linkHint(anime) : '')
        : null;
  const targetId = target?.id ?? null;
  const { candidates } = match;
  return { draft, animeId: anime.id, targetId, base, candidates, difference, idsElsewhere: elsewhere, refusal };
}

function idsElsewhere(draft: CatalogDraft, ids: readonly ExternalId[], target: AnimeDraft | null): ElsewhereId[] {
  return ids.flatMap(({ site, id }) => {
    const owner = draft.anime.ofIdentity({ site, id });
    return owner === undefined || owner === target ? [] : [{ site, id, animeId: owner.id }];
  });
}

function shareRefusal(draft: CatalogDraft, elsewhere: readonly ElsewhereId[]): string {
  const owned = elsewhere.map(({ site, id, animeId }) => {
    return `${site} ${id} belongs to "${draft.anime.get(animeId)?.now?.titles[0]?.title}" (${animeId})`;
  });
  return `${owned.join(', ')}: a new anime would be without ${elsewhere.length === 1 ? 'it' : 'them'}. Approve into the one that is meant, or say that the new one goes without (withoutSharedIds, --without-shared-ids).`;
}

/** A first record is a word on identity, too: its source's episodes can follow it. */
function linkHint({ id }: AnimeDraft): string {
  return ` To have its source's records count for anime ${id} all the same, approve into that one.`;
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
  const targetId = target?.id ?? null;
  placeEpisodes(draft, [placed]);
  const episode = draft.episodes.ofKey(merged);
  if (episode === undefined) throw new Error('the record was placed a moment ago');
  if (decides && target === episode && canonical !== null) {
    const key = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: target.id };
    const decided = decidedOfEpisode(saidStanding(record, merged), canonical);
    if (Object.keys(decided).length > 0) {
      const earlier = target.records.get(keyOf(key))?.record ?? null;
      const record = overlayEpisode(earlier, { ...key, ...decided });
      draft.episodes.putDecision(target, { record, animeId: parent.id, batch: null });
    }
  }
  const difference = episode.now === null ? [] : differenceOf(episodeFields, canonical, episode.now);
  const refusal = canonical !== null && difference.length === 0 ? nothingToApprove(record, canonical) : null;
  const candidates = [parent.id];
  return { draft, animeId: parent.id, targetId, base, candidates, difference, idsElsewhere: [], refusal };
}

/** What a proposal says and nothing that its source said before, but for a status and its confirmation: they are one word. */
function saidStanding(record: EpisodeRecord, { status, releasedAt }: EpisodeRecord): EpisodeRecord {
  const { status: said, releasedAt: confirmed } = record;
  return said === undefined && confirmed === undefined ? record : { ...record, status, releasedAt };
}
