import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft } from '../import/catalogDraft.ts';
import { episodeChange } from '../import/episodeChange.ts';
import { loadAnime } from '../import/loadDraft.ts';
import { type StoredEpisode, selectEpisodeDrafts } from '../import/statements/selectEpisodeDrafts.ts';
import { CatalogError } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publishingPorts.ts';
import { readJson } from '../reading/sqlText.ts';
import type { Reviewer } from './decideProposal.ts';
import { mergedState } from './statements/mergedRows.ts';
import { restoreMerged } from './statements/restoreMerged.ts';

export interface UnmergeResult {
  /** The anime that had ended. */
  readonly animeId: string;
  readonly survivorId: string;
  /** Episodes that are its own again. */
  readonly episodesReturned: number;
  readonly events: number;
}

/**
 * Undoes a merge while nothing has touched either anime since: both are what they were, the ids lead where they led, and all that
 * comes back or changes is told as an update.
 * @throws CatalogError not_found when the anime was never merged; conflict when that merge is not kept, or when something has changed
 *   since, which would be lost
 */
export async function unmergeAnime(
  ports: PublishingPorts,
  mergedId: string,
  reviewer: Reviewer,
): Promise<UnmergeResult> {
  return await ports.publications.transaction(async ({ client, publish }) => {
    const survivorId = await untouchedSurvivor(client, mergedId);
    const twins = await client.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT a.episode_id AS id FROM episode_alias a
      WHERE a.id IN (SELECT (e ->> 'id')::uuid FROM anime_merge m, jsonb_array_elements(m.before -> 'episode') e
        WHERE m.merged_id = ${mergedId}::uuid)`;
    await restoreMerged(client, mergedId, survivorId);
    const returned = await client.episode.findMany({ where: { animeId: mergedId }, select: { id: true } });

    const draft = new CatalogDraft();
    for (const source of await client.source.findMany()) draft.sources.set(source.name, source);
    await loadAnime(client, draft, [mergedId, survivorId]);
    const concerned = [...returned, ...twins].map(({ id }) => id);
    for (const stored of await readJson<StoredEpisode[]>(client, selectEpisodeDrafts(concerned, []))) {
      draft.episodes.load(stored);
    }
    const anime = [...draft.anime.values()].flatMap(({ id, stored, now }) =>
      now === null ? [] : [{ id, before: stored, now, decided: true }],
    );
    const episodes = [...draft.episodes.values()].flatMap((episode) => {
      const change = episodeChange(episode);
      return change === null ? [] : [{ ...change, decided: true }];
    });
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at: ports.now() } as const;
    const events = await publish({ anime, episodes }, source);
    return { animeId: mergedId, survivorId, episodesReturned: returned.length, events: events.length };
  });
}

async function untouchedSurvivor(client: TransactionClient, mergedId: string): Promise<string> {
  const merged = await client.anime.findUnique({ where: { id: mergedId }, select: { mergedIntoId: true } });
  if (merged === null) throw new CatalogError('not_found', `There is no anime ${mergedId}.`, { parameter: 'anime' });
  if (merged.mergedIntoId === null) {
    throw new CatalogError('conflict', `Anime ${mergedId} is merged into no other.`, { parameter: 'anime' });
  }
  const kept = await client.animeMerge.findUnique({ where: { mergedId } });
  if (kept === null) {
    throw new CatalogError(
      'conflict',
      `Anime ${mergedId} was merged before merges were kept: only a backup has what it was.`,
    );
  }
  const { survivorId } = kept;
  if (merged.mergedIntoId !== survivorId) {
    throw new CatalogError(
      'conflict',
      `Anime ${survivorId}, into which ${mergedId} was merged, was merged into ${merged.mergedIntoId} since: undo that first.`,
    );
  }
  const [state] = await client.$queryRaw<{ now: string }[]>`SELECT ${mergedState([mergedId, survivorId])} AS now`;
  if (state?.now !== kept.after) {
    throw new CatalogError(
      'conflict',
      `Anime ${survivorId}, one of its episodes or what its sources say has changed since the merge at ${kept.createdAt.toISOString()}: undoing it would lose that.`,
    );
  }
  return survivorId;
}
