import type { Database } from '../../database/database.ts';
import type { AnimeFilter, AnimeSort } from '../generated/resolvers.ts';
import { type Connection, type PageRequest, readConnection } from '../reading/connection.ts';
import { Bindings } from '../reading/keysetList.ts';
import type { WantedNodes } from '../reading/selection.ts';
import { type AnimeEntity, animeSource } from './animeEntity.ts';
import { checkTerms, type FilteredAnime, filteredAnime, mayNameUnknownTerms } from './animeFilter.ts';
import { type AnimeOrder, animeOrders, premiereOrder } from './animeOrders.ts';
import { survivorOf } from './survivor.ts';

/** The reads that a list of anime needs. */
export interface AnimeListContext {
  readonly database: Pick<Database, 'client' | 'read'>;
}

export interface AnimeListRequest extends PageRequest {
  readonly filter?: AnimeFilter | null | undefined;
  readonly sort: AnimeSort;
}

/** One page of the catalogue. @throws CatalogError */
export async function listAnime(
  context: AnimeListContext,
  request: AnimeListRequest,
  wanted: WantedNodes,
): Promise<Connection<AnimeEntity>> {
  const filter = request.filter ?? {};
  const bindings = new Bindings();
  const filtered = filteredAnime(filter, bindings);
  const page = await readAnime(context, filtered, bindings, animeOrders[request.sort], request, wanted);
  if (mayNameUnknownTerms(filter, page.pageInfo.endCursor === null)) await checkTerms(context.database, filter);
  return page;
}

export interface PremiereListRequest extends PageRequest {
  readonly from: string;
  readonly to: string;
  readonly animeId?: string | null | undefined;
  readonly format?: AnimeFilter['format'];
  readonly status?: AnimeFilter['status'];
}

/** One page of the anime that start within a window of dates. @throws CatalogError */
export function listPremieres(
  context: AnimeListContext,
  request: PremiereListRequest,
  wanted: WantedNodes,
): Promise<Connection<AnimeEntity>> {
  const { from, to, animeId, format, status } = request;
  const bindings = new Bindings();
  const { filter, conditions: all } = filteredAnime({ format: format ?? null, status: status ?? null }, bindings);
  // A window of dates is read whole rather than the sets of a filter.
  const conditions = [...all, ...(filter?.conditions ?? [])];
  conditions.push(`a.start_date >= ${bindings.add(from, 'date')}`, `a.start_date < ${bindings.add(to, 'date')}`);
  if (animeId) conditions.push(`a.id = ${survivorOf(animeId, bindings)}`);
  return readAnime(context, { conditions, filter: null }, bindings, premiereOrder, request, wanted);
}

function readAnime(
  { database }: AnimeListContext,
  filtered: FilteredAnime,
  bindings: Bindings,
  order: AnimeOrder,
  request: PageRequest,
  wanted: WantedNodes,
): Promise<Connection<AnimeEntity>> {
  const list = { from: 'anime a', alias: 'a', ...filtered, bindings, order, positionOf: order.positionOf };
  return readConnection(database, animeSource, list, request, wanted);
}
