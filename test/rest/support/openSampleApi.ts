import { makeDump } from '../../../src/graph/dump/makeDump.ts';
import type { Endpoint } from '../../../src/rest/endpoint/endpoint.ts';
import { createSearchAdministration } from '../../../src/search/administration.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { readPage } from '../../../src/search/indexer/changeLog.ts';
import { updateAllProminence } from '../../../src/search/indexer/updateProminence.ts';
import { openRestApi, type RestApi } from './openRestApi.ts';
import { sampleNow, sampleRecords } from './sampleRecords.ts';

/** The public interface over the sample records, at `sampleNow`, with search. */
export interface SampleApi extends RestApi {
  /** An anime with episodes. */
  readonly animeId: string;
  readonly episodeId: string;
  /** The endpoint's path with identifiers that exist. */
  pathOf(endpoint: Endpoint): string;
  /** A target that the endpoint answers with content. */
  targetOf(endpoint: Endpoint): string;
}

/** Of the log the last page: the others stay what they are. */
const QUERIES: Readonly<Record<string, string>> = {
  SearchAnime: '?q=anime',
  SuggestAnime: '?q=anime',
  ListEvents: '?limit=100',
};

export async function openSampleApi(options: Parameters<typeof openRestApi>[0] = {}): Promise<SampleApi> {
  const api = await openRestApi(options);
  api.setClock(sampleNow);
  await api.catalog.import(sampleRecords);
  const index = await buildIndex(api);
  api.setSearch(index, createSearchAdministration(api.catalog.database, 'embedded', index, null));
  const { date } = await makeDump(api.catalog.database, { now: () => sampleNow });
  const firstId = async (target: string) =>
    (await api.get(target)).json<{ items: { id: string }[] }>().items[0]?.id ?? '';
  const animeId = await firstId('/v1/anime?year=2013');
  const episodeId = await firstId(`/v1/anime/${animeId}/episodes`);
  const pathOf = ({ path }: Endpoint) =>
    path
      .replace('{date}', date)
      .replace('{id}', path.startsWith('/v1/episodes') ? episodeId : animeId)
      .replace('{slug}', path.startsWith('/v1/genres') ? 'slice-of-life' : 'wit-studio');
  return {
    ...api,
    animeId,
    episodeId,
    pathOf,
    targetOf: (endpoint) => pathOf(endpoint) + (QUERIES[endpoint.operationId] ?? ''),
  };
}

/** An index in memory of what the catalogue holds now. */
export async function buildIndex({ catalog }: Pick<RestApi, 'catalog'>): Promise<EmbeddedSearchIndex> {
  const index = new EmbeddedSearchIndex();
  await updateAllProminence(catalog.database);
  const rebuild = await index.beginRebuild();
  await rebuild.apply(await readPage(catalog.database, null, 1000));
  await rebuild.publish();
  return index;
}
