import DataLoader from 'dataloader';
import { type AnimeDocument, animeSource } from './anime/animeDocument.ts';
import type { GraphPorts } from './context.ts';
import { DocumentLoader } from './documentLoader.ts';
import { type AnimeEpisodes, type AnimeEpisodesRequest, loadAnimeEpisodes } from './episode/animeEpisodes.ts';
import { type EpisodeDocument, episodeSource } from './episode/episodeDocument.ts';
import { loadTermCounts } from './termCounts.ts';
import { createVersionLoader } from './versionLoader.ts';

/** The DataLoaders of one request, one a relation. */
export interface Loaders {
  readonly anime: DocumentLoader<AnimeDocument>;
  readonly episodes: DocumentLoader<EpisodeDocument>;
  readonly animeVersions: DataLoader<string, string | null>;
  readonly episodeVersions: DataLoader<string, string | null>;
  /** A page of an anime's episodes; null when there is no such anime. */
  readonly episodesOfAnime: DataLoader<AnimeEpisodesRequest, AnimeEpisodes | null, string>;
  /** Anime counts by slug. */
  readonly genreCounts: DataLoader<string, number>;
  readonly studioCounts: DataLoader<string, number>;
}

/** Fresh loaders: what they remember is as old as the request. */
export function createLoaders({ database, documents }: Pick<GraphPorts, 'database' | 'documents'>): Loaders {
  const anime = new DocumentLoader(database, animeSource, documents);
  const episodes = new DocumentLoader(database, episodeSource, documents);
  return {
    anime,
    episodes,
    animeVersions: createVersionLoader(database, animeSource),
    episodeVersions: createVersionLoader(database, episodeSource),
    episodesOfAnime: new DataLoader((requests) => loadAnimeEpisodes(database, episodes, requests), {
      cacheKeyFn: ({ animeId, first, after, withNodes }) => `${animeId} ${first} ${withNodes} ${after ?? ''}`,
    }),
    genreCounts: new DataLoader((slugs) => loadTermCounts(database, 'genre', slugs)),
    studioCounts: new DataLoader((slugs) => loadTermCounts(database, 'studio', slugs)),
  };
}
