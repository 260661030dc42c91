import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import type { AnimeEntity } from '../anime/animeEntity.ts';
import type { AnimeEpisodes, EpisodesPage } from '../episode/animeEpisodes.ts';
import type { EpisodeEntity } from '../episode/episodeEntity.ts';
import { EntityLoader } from '../reading/entityLoader.ts';
import { groupBy } from '../reading/groupBy.ts';
import { loadTermCounts } from '../reading/termCounts.ts';
import { createVersionLoader, type VersionLoader } from '../reading/versionLoader.ts';
import type { Stores } from './stores.ts';

export interface AnimeEpisodesRequest extends EpisodesPage {
  /** Lower case. */
  readonly animeId: string;
}

type EpisodesLoader = DataLoader<AnimeEpisodesRequest, AnimeEpisodes | null, string>;
type CountLoader = DataLoader<string, number>;

/** The DataLoaders of one request, one a relation; each is made when it is first asked for. */
export class Loaders {
  readonly #database: Pick<Database, 'read'>;
  readonly #stores: Stores;
  #anime: EntityLoader<AnimeEntity> | undefined;
  #episodes: EntityLoader<EpisodeEntity> | undefined;
  #animeVersions: VersionLoader | undefined;
  #episodeVersions: VersionLoader | undefined;
  #episodesOfAnime: EpisodesLoader | undefined;
  #genreCounts: CountLoader | undefined;
  #studioCounts: CountLoader | undefined;

  constructor(database: Pick<Database, 'read'>, stores: Stores) {
    this.#database = database;
    this.#stores = stores;
  }

  /** Lets go of what was read: a mutation has written, and the next one of its operation reads anew. */
  forget(): void {
    this.#anime = undefined;
    this.#episodes = undefined;
    this.#animeVersions = undefined;
    this.#episodeVersions = undefined;
    this.#episodesOfAnime = undefined;
    this.#genreCounts = undefined;
    this.#studioCounts = undefined;
  }

  get anime(): EntityLoader<AnimeEntity> {
    this.#anime ??= new EntityLoader(this.#stores.anime);
    return this.#anime;
  }

  get episodes(): EntityLoader<EpisodeEntity> {
    this.#episodes ??= new EntityLoader(this.#stores.episodes);
    return this.#episodes;
  }

  get animeVersions(): VersionLoader {
    this.#animeVersions ??= createVersionLoader(this.#stores.anime);
    return this.#animeVersions;
  }

  get episodeVersions(): VersionLoader {
    this.#episodeVersions ??= createVersionLoader(this.#stores.episodes);
    return this.#episodeVersions;
  }

  /** A page of an anime's episodes; null when there is no such anime. */
  get episodesOfAnime(): EpisodesLoader {
    this.#episodesOfAnime ??= new DataLoader((requests) => this.#loadEpisodes(requests), { cacheKeyFn: requestKey });
    return this.#episodesOfAnime;
  }

  /** How many anime carry a genre, by its slug. */
  get genreCounts(): CountLoader {
    this.#genreCounts ??= new DataLoader((slugs) => loadTermCounts(this.#database, 'genre', slugs));
    return this.#genreCounts;
  }

  /** How many anime carry a studio, by its slug. */
  get studioCounts(): CountLoader {
    this.#studioCounts ??= new DataLoader((slugs) => loadTermCounts(this.#database, 'studio', slugs));
    return this.#studioCounts;
  }

  /** One read for all that ask for the same page; what is wrong with a page is an Error in the place of its requests. */
  async #loadEpisodes(requests: readonly AnimeEpisodesRequest[]): Promise<(AnimeEpisodes | null | Error)[]> {
    const pages = new Map<string, ReadonlyMap<string, AnimeEpisodes> | Error>();
    await Promise.all(
      [...groupBy(requests, pageKey)].map(async ([key, group]) => {
        const [page] = group as [AnimeEpisodesRequest];
        const animeIds = group.map(({ animeId }) => animeId);
        pages.set(key, await this.#stores.episodesOfAnime(animeIds, page).catch((error: Error) => error));
      }),
    );
    return requests.map((request) => {
      const found = pages.get(pageKey(request));
      return found instanceof Error ? found : (found?.get(request.animeId) ?? null);
    });
  }
}

const pageKey = ({ first, after, wanted }: EpisodesPage) => `${first} ${wanted} ${after ?? ''}`;
const requestKey = (request: AnimeEpisodesRequest) => `${request.animeId} ${pageKey(request)}`;
