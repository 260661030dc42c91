import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft } from '../import/draft/catalogDraft.ts';
import { type DraftReads, draftReads, loadAnime, loadEpisodes } from '../import/draft/loadDraft.ts';
import { type AnimeRecord, type CatalogRecord, type EpisodeRecord, keyOf, REVIEW_SOURCE } from '../import/record.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import type { Reviewer } from './decideProposal.ts';

/** The subject of reviewers' decisions. */
export interface Subject {
  readonly animeId: string;
  /** Null for an anime. */
  readonly episodeId: string | null;
}

export interface DecisionChange {
  /** The anime, or the episode's. */
  readonly animeId: string;
  /** The number of events published. */
  readonly events: number;
}

/**
 * Changes the reviewers' record of an anime or episode without a proposal, and publishes the result.
 * @param change maps the current record to the new one
 * @throws CatalogError not_found; conflict for a merged anime, or one without sources; the errors of `change`
 */
export async function changeDecisions(
  ports: PublishingPorts,
  id: string,
  reviewer: Reviewer,
  change: (decided: CatalogRecord) => CatalogRecord,
): Promise<DecisionChange> {
  return await ports.publications.transaction(async ({ client, publish }) => {
    const { animeId, episodeId } = await findSubject(client, id);
    const reads = draftReads(client);
    const draft = CatalogDraft.of(await reads.sources());
    const decided =
      episodeId === null
        ? await changeAnime(reads, draft, animeId, change)
        : await changeEpisode(reads, draft, animeId, episodeId, change);
    const at = ports.now();
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at } as const;
    const events = await publish(draft.changes(), source);
    if (Object.keys(decided).length === KEY_MEMBERS) {
      await client.sourceRecord.deleteMany({ where: { type: decided.type, source: REVIEW_SOURCE, sourceId: id } });
    }
    return { animeId, events: events.length };
  });
}

/** `type`, `source` and `sourceId`: a record with nothing else decides nothing. */
const KEY_MEMBERS = 3;

/** @throws CatalogError not_found; conflict for an anime that was merged into another */
export async function findSubject(client: TransactionClient, id: string): Promise<Subject> {
  const anime = await client.anime.findUnique({ where: { id }, select: { mergedIntoId: true } });
  if (anime?.mergedIntoId != null) {
    throw new CatalogError('conflict', `Anime ${id} was merged into ${anime.mergedIntoId}: say that one.`, {
      parameter: 'id',
    });
  }
  if (anime !== null) return { animeId: id, episodeId: null };
  const episode = await client.episode.findUnique({ where: { id }, select: { animeId: true } });
  if (episode !== null) return { animeId: episode.animeId, episodeId: id };
  throw notFound('anime or episode', id);
}

async function changeAnime(
  reads: DraftReads,
  draft: CatalogDraft,
  id: string,
  change: (decided: CatalogRecord) => CatalogRecord,
): Promise<AnimeRecord> {
  await loadAnime(reads, draft, [id]);
  const anime = draft.anime.get(id);
  if (anime === undefined) throw new Error('the anime is locked by this publication');
  if ([...anime.records.values()].every(({ source }) => source === REVIEW_SOURCE)) {
    throw new CatalogError(
      'conflict',
      `No source tells of anime ${id}: it was made by hand, and a decision would be all that is left of it. Edit it by hand, or import a record of it first.`,
    );
  }
  const key = { type: 'anime' as const, source: REVIEW_SOURCE, sourceId: id };
  const decided = change(anime.records.get(keyOf(key)) ?? key) as AnimeRecord;
  draft.anime.putRecord(anime, decided);
  return decided;
}

async function changeEpisode(
  reads: DraftReads,
  draft: CatalogDraft,
  animeId: string,
  id: string,
  change: (decided: CatalogRecord) => CatalogRecord,
): Promise<EpisodeRecord> {
  await loadEpisodes(reads, draft, { ids: [id] });
  const episode = draft.episodes.get(id);
  if (episode === undefined) throw new Error('the episode is locked by this publication');
  const key = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: id };
  const record = change(episode.records.get(keyOf(key))?.record ?? key) as EpisodeRecord;
  draft.episodes.putDecision(episode, { record, animeId, batch: null });
  return record;
}
