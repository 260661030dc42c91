import type { Prisma } from '../../database/generated/client.ts';
import { ofFormats } from '../anime/animeFilter.ts';
import { survivorOf } from '../anime/animeKeys.ts';
import type { AnimeFormat, ScheduleStatus } from '../model/vocabulary.ts';
import { type ChangePage, changesPage, changesWhere } from '../reading/changes.ts';
import { type EntityKey, entityKey } from '../reading/entityFields.ts';
import { type KeysetOrder, type Page, type PageRequest, readPage } from '../reading/keyset.ts';
import type { ReadingContext } from '../reading/loaders.ts';

type ListContext = Pick<ReadingContext, 'database' | 'loaders'>;

type EpisodeOrder = KeysetOrder<'id' | 'releasedAt' | 'scheduledAt' | 'version'>;

const id = { field: 'id', type: 'uuid', direction: 'asc' } as const;

/** Newest release first, ties by ascending id. */
const releaseOrder: EpisodeOrder = {
  kind: 'episode.released',
  columns: [{ field: 'releasedAt', type: 'timestamptz', direction: 'desc' }, id],
};

/** Earliest plan first, ties by ascending id. */
const scheduleOrder: EpisodeOrder = {
  kind: 'episode.scheduled',
  columns: [{ field: 'scheduledAt', type: 'timestamptz', direction: 'asc' }, id],
};

const changeOrder: EpisodeOrder = {
  kind: 'episode.changed',
  columns: [{ field: 'version', type: 'bigint', direction: 'asc' }, id],
};

export interface EpisodeWindowRequest extends PageRequest {
  /** Start of the window. */
  readonly from: string;
  /** The instant after the window. */
  readonly to: string;
  readonly animeId?: string | null | undefined;
  readonly format?: readonly AnimeFormat[] | null | undefined;
}

/** One page of the source-confirmed releases in a window, none later than `asOf`. @throws CatalogError */
export async function listReleases(
  context: ListContext,
  request: EpisodeWindowRequest & { readonly asOf: string },
): Promise<Page<EntityKey>> {
  const releasedAt = { gte: new Date(request.from), lt: new Date(request.to), lte: new Date(request.asOf) };
  const where = { status: 'released', releasedAt, ...(await ofAnime(context, request)) } as const;
  return readKeys(context, where, releaseOrder, request);
}

/** One page of the planned episodes in a window. @throws CatalogError */
export async function listSchedules(
  context: ListContext,
  request: EpisodeWindowRequest & { readonly status?: readonly ScheduleStatus[] | null | undefined },
): Promise<Page<EntityKey>> {
  const where: Prisma.EpisodeWhereInput = {
    status: { in: request.status?.length ? [...request.status] : ['scheduled', 'delayed'] },
    scheduledAt: { gte: new Date(request.from), lt: new Date(request.to) },
    ...(await ofAnime(context, request)),
  };
  return readKeys(context, where, scheduleOrder, request);
}

/** One page of the episodes that changed, oldest change first. @throws CatalogError */
export async function listEpisodeChanges(
  context: ListContext,
  request: PageRequest & { readonly since?: string | null | undefined },
): Promise<ChangePage> {
  const changes = await changesWhere(context.loaders, request.since);
  return changesPage(await readKeys(context, changes.where, changeOrder, request), changes.horizon);
}

/** The conditions for one anime and for formats; a merged anime's id finds the survivor's episodes. */
async function ofAnime(
  { loaders }: ListContext,
  { animeId, format }: Pick<EpisodeWindowRequest, 'animeId' | 'format'>,
): Promise<Prisma.EpisodeWhereInput> {
  const survivor = animeId == null ? null : await survivorOf(loaders, animeId);
  return {
    ...(animeId != null && { animeId: { in: survivor === null ? [] : [survivor.id] } }),
    ...(format?.length && { anime: ofFormats(format) }),
  };
}

async function readKeys(
  { database }: ListContext,
  where: Prisma.EpisodeWhereInput,
  order: EpisodeOrder,
  request: PageRequest,
): Promise<Page<EntityKey>> {
  const { nodes, pageInfo } = await readPage(order, request, ({ where: following, orderBy, take, select, last }) =>
    database.client.episode.findMany({
      where: last === null ? where : { AND: [where, following] },
      orderBy,
      take,
      select: { ...select, id: true, version: true },
    }),
  );
  return { nodes: nodes.map(entityKey), pageInfo };
}
