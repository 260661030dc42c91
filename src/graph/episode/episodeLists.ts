import type { Database } from '../../database/database.ts';
import { formatConditions } from '../anime/animeFilter.ts';
import { survivorOf } from '../anime/survivor.ts';
import { type Connection, type PageRequest, readConnection } from '../reading/connection.ts';
import { Bindings } from '../reading/keysetList.ts';
import type { WantedNodes } from '../reading/selection.ts';
import { type EpisodeEntity, episodeSource } from './episodeEntity.ts';
import { type EpisodeOrder, releaseOrder, scheduleOrder } from './episodeOrders.ts';

/** The reads that a list of episodes needs. */
export interface EpisodeListContext {
  readonly database: Pick<Database, 'read'>;
}

export interface EpisodeWindowRequest extends PageRequest {
  /** Start of the window. */
  readonly from: string;
  /** The instant after the window. */
  readonly to: string;
  readonly animeId?: string | null | undefined;
  readonly format?: readonly string[] | null | undefined;
}

/** One page of the source-confirmed releases in a window, none later than `asOf`. @throws CatalogError */
export function listReleases(
  context: EpisodeListContext,
  request: EpisodeWindowRequest & { readonly asOf: string },
  wanted: WantedNodes,
): Promise<Connection<EpisodeEntity>> {
  const bindings = new Bindings();
  const conditions = [
    `e.status = 'released'`,
    `e.released_at >= ${bindings.add(request.from, 'timestamptz')}`,
    `e.released_at < ${bindings.add(request.to, 'timestamptz')}`,
    `e.released_at <= ${bindings.add(request.asOf, 'timestamptz')}`,
  ];
  return readEpisodes(context, conditions, bindings, releaseOrder, request, wanted);
}

/** In the words of the partial indexes. */
const OF_STATUS = {
  planned: `e.status IN ('scheduled', 'delayed')`,
  scheduled: `e.status IN ('scheduled', 'delayed') AND e.status = 'scheduled'`,
  delayed: `e.status = 'delayed'`,
} as const;

/** One page of the planned episodes in a window. @throws CatalogError */
export function listSchedules(
  context: EpisodeListContext,
  request: EpisodeWindowRequest & { readonly status?: keyof typeof OF_STATUS | null | undefined },
  wanted: WantedNodes,
): Promise<Connection<EpisodeEntity>> {
  const bindings = new Bindings();
  const conditions = [
    OF_STATUS[request.status ?? 'planned'],
    `e.scheduled_at >= ${bindings.add(request.from, 'timestamptz')}`,
    `e.scheduled_at < ${bindings.add(request.to, 'timestamptz')}`,
  ];
  return readEpisodes(context, conditions, bindings, scheduleOrder, request, wanted);
}

function readEpisodes(
  { database }: EpisodeListContext,
  conditions: string[],
  bindings: Bindings,
  order: EpisodeOrder,
  request: EpisodeWindowRequest,
  wanted: WantedNodes,
): Promise<Connection<EpisodeEntity>> {
  if (request.animeId) conditions.push(`e.anime_id = ${survivorOf(request.animeId, bindings)}`);
  const formats = formatConditions(request.format, bindings);
  conditions.push(...formats);
  const from = formats.length > 0 ? 'episode e JOIN anime a ON a.id = e.anime_id' : 'episode e';
  const list = { from, alias: 'e', conditions, bindings, order, positionOf: order.positionOf };
  return readConnection(database, episodeSource, list, request, wanted);
}
