import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft } from '../import/catalogDraft.ts';
import { draftChanges } from '../import/draftChanges.ts';
import { loadAnime } from '../import/loadDraft.ts';
import { type AnimeRecord, type CatalogRecord, type EpisodeRecord, REVIEW_SOURCE } from '../import/record.ts';
import { keyOf } from '../import/recordKey.ts';
import { saveRecords } from '../import/statements/saveRecords.ts';
import { type StoredEpisode, selectEpisodeDrafts } from '../import/statements/selectEpisodeDrafts.ts';
import { CatalogError } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publishingPorts.ts';
import { readJson } from '../reading/sqlText.ts';
import type { Reviewer } from './decideProposal.ts';
import { findSubject } from './findSubject.ts';

/** What a changed decision did. */
export interface DecisionChange {
  /** The anime, or the episode's. */
  readonly animeId: string;
  /** How many events it published. */
  readonly events: number;
}

/**
 * Changes what reviewers decided of an anime or episode beside any proposal, and publishes what comes of it.
 * @param change what is decided now (members of a record), to what is to be decided from now on
 * @throws CatalogError not_found; conflict when the anime was merged into another, or no source tells of it; whatever `change` throws
 */
export async function changeDecisions(
  ports: PublishingPorts,
  id: string,
  reviewer: Reviewer,
  change: (decided: CatalogRecord) => CatalogRecord,
): Promise<DecisionChange> {
  return await ports.publications.transaction(async ({ client, publish }) => {
    const { animeId, episodeId } = await findSubject(client, id);
    const draft = new CatalogDraft();
    for (const source of await client.source.findMany()) draft.sources.set(source.name, source);
    const decided =
      episodeId === null
        ? await changeAnime(client, draft, animeId, change)
        : await changeEpisode(client, draft, animeId, episodeId, change);
    const at = ports.now();
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at } as const;
    const events = await publish(draftChanges(draft), source);
    await saveRecords(client, [...draft.written.values()], at);
    if (Object.keys(decided).length === KEY_MEMBERS) {
      await client.sourceRecord.deleteMany({ where: { source: REVIEW_SOURCE, sourceId: id } });
    }
    return { animeId, events: events.length };
  });
}

/** `type`, `source` and `sourceId`: a record of these decides nothing. */
const KEY_MEMBERS = 3;

async function changeAnime(
  client: TransactionClient,
  draft: CatalogDraft,
  id: string,
  change: (decided: CatalogRecord) => CatalogRecord,
): Promise<AnimeRecord> {
  await loadAnime(client, draft, [id]);
  const anime = draft.anime.get(id);
  if (anime === undefined) throw new Error('the anime was there a moment ago');
  if ([...anime.records.values()].every(({ source }) => source === REVIEW_SOURCE)) {
    throw new CatalogError(
      'conflict',
      `No source tells of anime ${id}: it was made by hand, and a decision would be all that is left of it. Edit it by hand, or import a record of it first.`,
    );
  }
  const key = { type: 'anime' as const, source: REVIEW_SOURCE, sourceId: id };
  const decided = change(anime.records.get(keyOf(key)) ?? key);
  if (decided.type !== 'anime') throw new Error('what is decided of an anime is a record of an anime');
  draft.anime.putRecord(anime, decided);
  return decided;
}

async function changeEpisode(
  client: TransactionClient,
  draft: CatalogDraft,
  animeId: string,
  id: string,
  change: (decided: CatalogRecord) => CatalogRecord,
): Promise<EpisodeRecord> {
  for (const stored of await readJson<StoredEpisode[]>(client, selectEpisodeDrafts([id], [])))
    draft.episodes.load(stored);
  const episode = draft.episodes.get(id);
  if (episode === undefined) throw new Error('the episode was there a moment ago');
  const key = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: id };
  const decided = change(episode.records.get(keyOf(key))?.record ?? key);
  if (decided.type !== 'episode') throw new Error('what is decided of an episode is a record of an episode');
  draft.episodes.putDecision(episode, { record: decided, animeId, batch: null });
  return decided;
}
