import type { TransactionClient } from '../../database/database.ts';
import type { MergeAnimePayload } from '../generated/resolvers.ts';
import { CatalogDraft } from '../import/draft/catalogDraft.ts';
import { draftReads, loadAnime, loadEpisodes } from '../import/draft/loadDraft.ts';
import { REVIEW_SOURCE } from '../import/record.ts';
import { animeFields } from '../model/animeFields.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { AnimeChange, CatalogChanges } from '../publication/changes.ts';
import type { Publication, PublishingPorts } from '../publication/publications.ts';
import type { Reviewer } from './decideProposal.ts';
import { describeDifference, differenceOf, digestOf } from './difference.ts';
import { keepAfterMerge, keepBeforeMerge } from './mergedRows.ts';

export interface MergeResult extends Omit<MergeAnimePayload, 'anime'> {
  /** The survivor. */
  readonly animeId: string;
}

export interface MergeSettings {
  /** Report the result and undo it. */
  readonly dryRun?: boolean;
  /** The token of a dry run: merge with that result, or fail. */
  readonly seen?: string | null;
}

/**
 * Merges two anime (docs/decisions.md#merge): records, external ids and episodes move to the survivor, to which the
 * other's id then leads. An episode whose number the survivor has too is joined with that one, and its id leads there.
 * @throws CatalogError not_found; conflict when one of them was merged before, or when the effects are not those seen
 */
export async function mergeAnime(
  ports: PublishingPorts,
  loserId: string,
  survivorId: string,
  reviewer: Reviewer,
  { dryRun = false, seen = null }: MergeSettings = {},
): Promise<MergeResult> {
  if (loserId === survivorId) {
    throw new CatalogError('invalid_parameter', 'An anime cannot be merged into itself.', { parameter: 'into' });
  }
  const merge = async ({ client, publish }: Publication): Promise<MergeResult> => {
    await requireUnmerged(client, loserId, 'anime');
    await requireUnmerged(client, survivorId, 'into');
    const at = ports.now();
    const reads = draftReads(client);
    const draft = CatalogDraft.of(await reads.sources());
    await loadAnime(reads, draft, [loserId, survivorId]);
    const [loser, survivor] = [draft.anime.get(loserId), draft.anime.get(survivorId)];
    if (loser === undefined || survivor === undefined) throw new Error('both anime are locked by this publication');

    await keepBeforeMerge(client, loserId, survivorId, at);
    draft.anime.absorb(survivor, loser);
    const episodesMoved = await moveEpisodes(client, draft, loserId, survivorId);
    await client.anime.updateMany({
      where: { OR: [{ id: loserId }, { mergedIntoId: loserId }] },
      data: { mergedIntoId: survivorId },
    });
    await client.animeExternalId.deleteMany({ where: { animeId: loserId } });
    await client.animeGenre.deleteMany({ where: { animeId: loserId } });
    await client.animeStudio.deleteMany({ where: { animeId: loserId } });
    await client.animeStatedRelation.deleteMany({ where: { animeId: loserId } });
    await client.$executeRaw`
      UPDATE proposal SET candidates = array_replace(array_remove(candidates, ${survivorId}::uuid), ${loserId}::uuid, ${survivorId}::uuid)
      WHERE status = 'pending' AND ${loserId}::uuid = ANY (candidates)`;
    await client.sourceRecord.deleteMany({ where: { type: 'anime', source: REVIEW_SOURCE, sourceId: loserId } });

    const { now } = survivor;
    if (now === null) throw new Error('a merged anime has a canonical value');
    const result = {
      difference: differenceOf(animeFields, survivor.stored, now),
      episodesMoved,
      episodesJoined: draft.episodes.joined.size,
    };
    const revisions = [loser, survivor, ...draft.episodes.values()].map(({ id, revision }) => [id, revision]);
    const token = digestOf([revisions, result]);
    if (seen !== null && seen !== token) {
      throw new CatalogError(
        'conflict',
        `This is not the merge that you have seen: one of the anime has changed since. It would now change ${describeDifference(result.difference)} and move ${episodesMoved} episodes. Having seen that, merge with seen ${token}.`,
      );
    }
    const ids = { mergedId: loserId, survivorId };
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, merge: ids, at } as const;
    const events = await publish(mergeChanges(draft, { id: survivorId, before: survivor.stored, now }), source);
    await keepAfterMerge(client, loserId, survivorId);
    return { animeId: survivorId, ...result, events: events.length, seen: token };
  };
  return await (dryRun ? ports.publications.rehearse(merge) : ports.publications.transaction(merge));
}

async function requireUnmerged(client: TransactionClient, id: string, parameter: string): Promise<void> {
  const anime = await client.anime.findUnique({ where: { id }, select: { mergedIntoId: true } });
  if (anime === null) throw notFound('anime', id, parameter);
  if (anime.mergedIntoId !== null) {
    throw new CatalogError('conflict', `Anime ${id} was merged into ${anime.mergedIntoId} before.`, { parameter });
  }
}

/** @returns the number of moved episodes */
async function moveEpisodes(client: TransactionClient, draft: CatalogDraft, loserId: string, survivorId: string) {
  const rows = await client.episode.findMany({ where: { animeId: loserId }, select: { id: true, number: true } });
  const ids = rows.map(({ id }) => id);
  const slots = rows.map(({ number }) => ({ animeId: survivorId, number: Number(number) }));
  await loadEpisodes(draftReads(client), draft, { ids, slots });
  for (const id of ids) {
    const episode = draft.episodes.get(id);
    if (episode?.now == null) continue;
    const twin = draft.episodes.ofNumber(survivorId, episode.now.number);
    draft.episodes.absorb(twin ?? episode, episode, survivorId);
  }
  return ids.length;
}

/** The survivor is updated even where no field changes. */
function mergeChanges(draft: CatalogDraft, survivor: AnimeChange): CatalogChanges {
  const changes = draft.changes();
  return {
    ...changes,
    anime: [...changes.anime.filter(({ id }) => id !== survivor.id), { ...survivor, decided: true }],
  };
}
