import type { Prisma } from '../../database/generated/client.ts';
import type { AnimeFilter, AnimeSort } from '../generated/resolvers.ts';
import { type ChangePage, changesPage, changesWhere } from '../reading/changes.ts';
import { type EntityKey, entityKey } from '../reading/entityFields.ts';
import { type KeysetOrder, type Page, type PageRequest, readPage } from '../reading/keyset.ts';
import type { ReadingContext } from '../reading/loaders.ts';
import { ofFormats, ofStatuses, whereOf } from './animeFilter.ts';
import { survivorOf } from './animeKeys.ts';

type ListContext = Pick<ReadingContext, 'database' | 'loaders'>;

type AnimeOrder = KeysetOrder<'id' | 'title' | 'updatedAt' | 'startDate' | 'version'>;

const id = { field: 'id', type: 'uuid', direction: 'asc' } as const;

/** The orders of the anime list; ties break by ascending id. */
const orders: Record<AnimeSort, AnimeOrder> = {
  'id.asc': { kind: 'anime.id', columns: [id] },
  'title.asc': { kind: 'anime.title', columns: [{ field: 'title', type: 'text', direction: 'asc' }, id] },
  'updated.desc': {
    kind: 'anime.updated',
    columns: [{ field: 'updatedAt', type: 'timestamptz', direction: 'desc' }, id],
  },
};

const premiereOrder: AnimeOrder = {
  kind: 'anime.premiere',
  columns: [{ field: 'startDate', type: 'date', direction: 'desc' }, id],
};

const changeOrder: AnimeOrder = {
  kind: 'anime.changed',
  columns: [{ field: 'version', type: 'bigint', direction: 'asc' }, id],
};

export interface AnimeListRequest extends PageRequest {
  readonly filter?: AnimeFilter | null | undefined;
  readonly sort: AnimeSort;
}

/** One page of the catalogue. @throws CatalogError */
export async function listAnime(context: ListContext, request: AnimeListRequest): Promise<Page<EntityKey>> {
  const where = await whereOf(context.loaders, request.filter ?? {});
  return readKeys(context, where, orders[request.sort], request);
}

export interface PremiereListRequest extends PageRequest {
  readonly from: string;
  readonly to: string;
  readonly animeId?: string | null | undefined;
  readonly format?: AnimeFilter['format'];
  readonly status?: AnimeFilter['status'];
}

/** One page of the anime that start within a window of dates, newest first. @throws CatalogError */
export async function listPremieres(context: ListContext, request: PremiereListRequest): Promise<Page<EntityKey>> {
  const { from, to, animeId, format, status } = request;
  const where: Prisma.AnimeWhereInput = {
    mergedIntoId: null,
    startDate: { gte: new Date(from), lt: new Date(to) },
    ...ofFormats(format),
    ...ofStatuses(status),
    ...(animeId != null && { id: { in: await idsOf(context, animeId) } }),
  };
  return readKeys(context, where, premiereOrder, request);
}

/** One page of the anime that changed, oldest change first. @throws CatalogError */
export async function listAnimeChanges(
  context: ListContext,
  request: PageRequest & {
    readonly since?: string | null | undefined;
    readonly filter?: AnimeFilter | null | undefined;
  },
): Promise<ChangePage> {
  const where = await whereOf(context.loaders, request.filter ?? {});
  const changes = await changesWhere(context.loaders, request.since);
  const page = await readKeys(context, { AND: [where, changes.where] }, changeOrder, request);
  return changesPage(page, changes.horizon);
}

async function idsOf({ loaders }: ListContext, animeId: string): Promise<string[]> {
  const survivor = await survivorOf(loaders, animeId);
  return survivor === null ? [] : [survivor.id];
}

/** A page of keys: what is shown of them is read by id. */
async function readKeys(
  { database }: ListContext,
  where: Prisma.AnimeWhereInput,
  order: AnimeOrder,
  request: PageRequest,
): Promise<Page<EntityKey>> {
  const { nodes, pageInfo } = await readPage(order, request, ({ where: following, orderBy, take, select, last }) =>
    database.client.anime.findMany({
      where: last === null ? where : { AND: [where, following] },
      orderBy,
      take,
      select: { ...select, id: true, version: true },
    }),
  );
  return { nodes: nodes.map(entityKey), pageInfo };
}
