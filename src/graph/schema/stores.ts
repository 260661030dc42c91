import type { Database } from '../../database/database.ts';
import { type AnimeEntity, animeSource } from '../anime/animeEntity.ts';
import { type AnimeEpisodes, type EpisodesPage, readAnimeEpisodes } from '../episode/animeEpisodes.ts';
import { type EpisodeEntity, episodeSource } from '../episode/episodeEntity.ts';
import { Coalescer } from '../reading/coalescer.ts';
import { EntityStore } from '../reading/entityStore.ts';
import { isPageSize } from '../reading/pageSize.ts';

type ReadDatabase = Pick<Database, 'read' | 'inTransaction'>;

/** What all requests of a process share for reading; each request's loaders stand in front. */
export class Stores {
  readonly anime: EntityStore<AnimeEntity>;
  readonly episodes: EntityStore<EpisodeEntity>;
  readonly #database: ReadDatabase;
  /** First pages by size and content: what coincides most. At most 300. */
  readonly #firstPages = new Map<string, Coalescer<string, AnimeEpisodes>>();

  constructor(database: ReadDatabase) {
    this.#database = database;
    this.anime = new EntityStore(database, animeSource);
    this.episodes = new EntityStore(database, episodeSource);
  }

  /** The same page of these anime's episodes, by anime id; perhaps others' too. @throws CatalogError */
  async episodesOfAnime(animeIds: readonly string[], page: EpisodesPage): Promise<ReadonlyMap<string, AnimeEpisodes>> {
    const read = (ids: readonly string[]) => readAnimeEpisodes(this.#database, ids, page);
    if (page.after !== null || this.#database.inTransaction || !isPageSize(page.first)) return await read(animeIds);
    const key = `${page.first} ${page.wanted}`;
    let coalescer = this.#firstPages.get(key);
    if (coalescer === undefined) {
      coalescer = new Coalescer(read, { keys: 16 });
      this.#firstPages.set(key, coalescer);
    }
    return await coalescer.load(animeIds);
  }
}
