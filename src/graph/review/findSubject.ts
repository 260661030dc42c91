import type { TransactionClient } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';

/** What reviewers decide about: an anime, or an episode of one. */
export interface Subject {
  readonly animeId: string;
  /** Null for an anime. */
  readonly episodeId: string | null;
}

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
  throw new CatalogError('not_found', `There is no anime or episode ${id}.`, { parameter: 'id' });
}
