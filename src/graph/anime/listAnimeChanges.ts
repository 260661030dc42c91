import type { AnimeFilter } from '../generated/resolvers.ts';
import { type ChangeConnection, type ChangeRequest, changeHorizon, readChanges } from '../reading/changeList.ts';
import { Bindings } from '../reading/keysetList.ts';
import type { Loaders } from '../reading/loaders.ts';
import type { WantedNodes } from '../reading/selection.ts';
import { type AnimeEntity, animeSource } from './animeEntity.ts';
import { checkTerms, filteredAnime, mayNameUnknownTerms } from './animeFilter.ts';
import type { AnimeListContext } from './animeLists.ts';
import { animeParts } from './animeOrders.ts';

/** One page of the anime that changed, by their change versions. @throws CatalogError */
export async function listAnimeChanges(
  { database, loaders }: AnimeListContext & { readonly loaders: Loaders },
  request: ChangeRequest & { readonly filter?: AnimeFilter | null | undefined },
  wanted: WantedNodes,
): Promise<ChangeConnection<AnimeEntity>> {
  const filter = request.filter ?? {};
  const bindings = new Bindings();
  const filtered = filteredAnime(filter, bindings);
  const list = { from: 'anime a', alias: 'a', ...filtered, bindings, kind: 'anime.changed', parts: animeParts };
  const page = await readChanges(database, loaders.of(changeHorizon), animeSource, list, request, wanted);
  if (mayNameUnknownTerms(filter, page.pageInfo.endCursor === null)) await checkTerms(database, filter);
  return page;
}
