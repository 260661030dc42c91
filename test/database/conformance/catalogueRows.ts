import { v7 as uuid } from 'uuid';
import type { TransactionClient } from '../../../src/database/database.ts';

/** One anime with a title, a genre, a studio, an external id, an image, and an episode with a title. */
export interface CatalogueRows {
  readonly animeId: string;
  readonly genreId: string;
  readonly studioId: string;
  readonly episodeId: string;
}

export async function createCatalogueRows(client: TransactionClient): Promise<CatalogueRows> {
  const [animeId, genreId, studioId, episodeId] = [uuid(), uuid(), uuid(), uuid()];
  await client.genre.create({ data: { id: genreId, slug: genreId, name: 'Action', key: genreId } });
  await client.studio.create({ data: { id: studioId, slug: studioId, name: 'Wit', key: studioId } });
  await client.anime.create({
    data: {
      id: animeId,
      title: 'Shingeki no Kyojin',
      titles: { create: { position: 0, title: 'Shingeki no Kyojin' } },
      genres: { create: { position: 0, genreId } },
      studios: { create: { position: 0, studioId } },
      externalIds: { create: { position: 0, site: 'mal', externalId: animeId } },
      images: { create: { position: 0, url: 'https://example.com/1.jpg' } },
      episodes: {
        create: { id: episodeId, number: 1, status: 'scheduled', titles: { create: { position: 0, title: 'One' } } },
      },
    },
  });
  return { animeId, genreId, studioId, episodeId };
}

/** The statement with the rows' ids in the places of `$anime`, `$genre`, `$studio` and `$episode`. */
export const withIds = (sql: string, rows: CatalogueRows): string =>
  sql.replaceAll(
    /\$(anime|genre|studio|episode)\b/g,
    (_, name: string) => `'${rows[`${name}Id` as keyof CatalogueRows]}'`,
  );

export interface Versions {
  readonly anime: bigint;
  readonly animeUpdatedAt: number;
  readonly episode: bigint;
  readonly episodeUpdatedAt: number;
}

export async function readVersions(client: TransactionClient, rows: CatalogueRows): Promise<Versions> {
  const anime = await client.anime.findUniqueOrThrow({ where: { id: rows.animeId } });
  const episode = await client.episode.findUniqueOrThrow({ where: { id: rows.episodeId } });
  return {
    anime: anime.version,
    animeUpdatedAt: anime.updatedAt.getTime(),
    episode: episode.version,
    episodeUpdatedAt: episode.updatedAt.getTime(),
  };
}
