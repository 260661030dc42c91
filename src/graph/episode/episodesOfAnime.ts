import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import { Coalescer } from '../reading/coalescer.ts';
import { groupBy } from '../reading/groupBy.ts';
import type { LoaderSources } from '../reading/loaders.ts';
import { isPageSize } from '../reading/pageSize.ts';
import { type AnimeEpisodes, type EpisodesPage, readAnimeEpisodes } from './animeEpisodes.ts';

/** The request for a page of an anime's episodes. */
interface AnimeEpisodesRequest extends EpisodesPage {
  /** Lower case. */
  readonly animeId: string;
}

type PagesByAnime = ReadonlyMap<string, AnimeEpisodes>;

/** A page of an anime's episodes; null for an unknown anime. */
export const episodesOfAnime = ({ database, stores }: LoaderSources) => {
  const firstPages = stores.of(createFirstPages);
  const readPages = async (animeIds: readonly string[], page: EpisodesPage): Promise<PagesByAnime> =>
    page.after !== null || database.inTransaction || !isPageSize(page.first)
      ? readAnimeEpisodes(database, animeIds, page)
      : firstPages(page).load(animeIds);
  return new DataLoader<AnimeEpisodesRequest, AnimeEpisodes | null, string>(
    async (requests) => {
      const pages = new Map<string, PagesByAnime | Error>();
      await Promise.all(
        [...groupBy(requests, pageKey)].map(async ([key, group]) => {
          const [page] = group as [AnimeEpisodesRequest];
          const animeIds = group.map(({ animeId }) => animeId);
          // A faulty page fails only its own callers.
          pages.set(key, await readPages(animeIds, page).catch((error: Error) => error));
        }),
      );
      return requests.map((request) => {
        const found = pages.get(pageKey(request));
        return found instanceof Error ? found : (found?.get(request.animeId) ?? null);
      });
    },
    { cacheKeyFn: (request) => `${request.animeId} ${pageKey(request)}` },
  );
};

/** First pages are the most common: all requests share their reads, by size and content (at most 300 kinds). */
function createFirstPages(database: Database): (page: EpisodesPage) => Coalescer<string, AnimeEpisodes> {
  const coalescers = new Map<string, Coalescer<string, AnimeEpisodes>>();
  return (page) => {
    const key = pageKey(page);
    let coalescer = coalescers.get(key);
    if (coalescer === undefined) {
      coalescer = new Coalescer((animeIds) => readAnimeEpisodes(database, animeIds, page), { keys: 16 });
      coalescers.set(key, coalescer);
    }
    return coalescer;
  };
}

const pageKey = ({ first, after, wanted }: EpisodesPage) => `${first} ${wanted} ${after ?? ''}`;
