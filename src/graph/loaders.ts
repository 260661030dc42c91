import DataLoader from 'dataloader';
import { type AnimeDocument, animeSource } from './anime/animeDocument.ts';
import type { GraphPorts } from './context.ts';
import { DocumentLoader } from './documentLoader.ts';
import { type AnimeEpisodes, type AnimeEpisodesRequest, loadAnimeEpisodes } from './episode/animeEpisodes.ts';
import { type EpisodeDocument, episodeSource } from './episode/episodeDocument.ts';
import { loadTermCounts } from './termCounts.ts';
import { createVersionLoader, type VersionLoader } from './versionLoader.ts';

/** The DataLoaders of one request, one a relation; each is made when it is first asked for. */
export class Loaders {
  readonly #database: GraphPorts['database'];
  readonly #cache: GraphPorts['documents'];
  #anime: DocumentLoader<AnimeDocument> | undefined;
  #episodes: DocumentLoader<EpisodeDocument> | undefined;
  #animeVersions: VersionLoader | undefined;
  #episodeVersions: VersionLoader | undefined;
  #episodesOfAnime: DataLoader<AnimeEpisodesRequest, AnimeEpisodes | null, string> | undefined;
  #genreCounts: DataLoader<string, number> | undefined;
  #studioCounts: DataLoader<string, number> | undefined;

  constructor({ database, documents }: Pick<GraphPorts, 'database' | 'documents'>) {
    this.#database = database;
    this.#cache = documents;
  }

  get anime(): DocumentLoader<AnimeDocument> {
    this.#anime ??= new DocumentLoader(this.#database, animeSource, this.#cache);
    return this.#anime;
  }

  get episodes(): DocumentLoader<EpisodeDocument> {
    this.#episodes ??= new DocumentLoader(this.#database, episodeSource, this.#cache);
    return this.#episodes;
  }

  get animeVersions(): VersionLoader {
    this.#animeVersions ??= createVersionLoader(this.#database, animeSource);
    return this.#animeVersions;
  }

  get episodeVersions(): VersionLoader {
    this.#episodeVersions ??= createVersionLoader(this.#database, episodeSource);
    return this.#episodeVersions;
  }

  /** A page of an anime's episodes; null when there is no such anime. */
  get episodesOfAnime(): DataLoader<AnimeEpisodesRequest, AnimeEpisodes | null, string> {
    this.#episodesOfAnime ??= new DataLoader((requests) => loadAnimeEpisodes(this.#database, this.episodes, requests), {
      cacheKeyFn: ({ animeId, first, after, withNodes }) => `${animeId} ${first} ${withNodes} ${after ?? ''}`,
    });
    return this.#episodesOfAnime;
  }

  /** How many anime carry a genre, by its slug. */
  get genreCounts(): DataLoader<string, number> {
    this.#genreCounts ??= new DataLoader((slugs) => loadTermCounts(this.#database, 'genre', slugs));
    return this.#genreCounts;
  }

  /** How many anime carry a studio, by its slug. */
  get studioCounts(): DataLoader<string, number> {
    this.#studioCounts ??= new DataLoader((slugs) => loadTermCounts(this.#database, 'studio', slugs));
    return this.#studioCounts;
  }
}
