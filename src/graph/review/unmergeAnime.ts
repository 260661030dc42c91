import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft, episodeChange } from '../import/draft/catalogDraft.ts';
import { draftReads, loadAnime, loadEpisodes } from '../import/draft/loadDraft.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import type { Reviewer } from './decideProposal.ts';
import { mergedState, restoreMerged } from './mergedRows.ts';

/**
 * Undoes a merge, as long as neither anime has changed since: both are restored, their ids lead where they led, and
 * everything restored or changed is published as an update.
 * @throws CatalogError not_found for an unknown anime; conflict without a merge to undo, or when a later change would
 * be lost
 */
export async function unmergeAnime(ports: PublishingPorts, mergedId: string, reviewer: Reviewer) {
  return await ports.publications.transaction(async ({ client, publish }) => {
    const survivorId = await unchangedSurvivor(client, mergedId);
    const twins = await client.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT a.episode_id AS id FROM episode_alias a
      WHERE a.id IN (SELECT (e ->> 'id')::uuid FROM anime_merge m, jsonb_array_elements(m.before -> 'episode') e
        WHERE m.merged_id = ${mergedId}::uuid)`;
    await restoreMerged(client, mergedId, survivorId);
    const returned = await client.episode.findMany({ where: { animeId: mergedId }, select: { id: true } });

    const reads = draftReads(client);
    const draft = CatalogDraft.of(await reads.sources());
    await loadAnime(reads, draft, [mergedId, survivorId]);
    await loadEpisodes(reads, draft, { ids: [...returned, ...twins].map(({ id }) => id) });
    const anime = [...draft.anime.values()].flatMap(({ id, stored, now }) =>
      now === null ? [] : [{ id, before: stored, now, decided: true }],
    );
    const episodes = [...draft.episodes.values()]
      .flatMap((episode) => episodeChange(episode) ?? [])
      .map((change) => ({ ...change, decided: true }));
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at: ports.now() } as const;
    const events = await publish({ anime, episodes }, source);
    return { animeId: mergedId, survivorId, episodesReturned: returned.length, events: events.length };
  });
}

async function unchangedSurvivor(client: TransactionClient, mergedId: string): Promise<string> {
  const merged = await client.anime.findUnique({ where: { id: mergedId }, select: { mergedIntoId: true } });
  if (merged === null) throw notFound('anime', mergedId, 'anime');
  if (merged.mergedIntoId === null) {
    throw new CatalogError('conflict', `Anime ${mergedId} is merged into no other.`, { parameter: 'anime' });
  }
  const kept = await client.animeMerge.findUnique({ where: { mergedId }, omit: { before: true } });
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
  if ((await mergedState(client, [mergedId, survivorId])) !== kept.after) {
    throw new CatalogError(
      'conflict',
      `Anime ${survivorId}, one of its episodes or what its sources say has changed since the merge at ${kept.createdAt.toISOString()}: undoing it would lose that.`,
    );
  }
  return survivorId;
}
