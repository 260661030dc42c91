import type { Database } from '../../database/database.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import type { AnimeFormat } from '../model/vocabulary.ts';
import { type Connection, describePage, type PageKey } from '../reading/connection.ts';
import { entityStatement } from '../reading/entitySource.ts';
import { groupBy } from '../reading/groupBy.ts';
import { Bindings, followsPosition, orderTerms, positionColumn, readPosition } from '../reading/keysetList.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import type { WantedNodes } from '../reading/selection.ts';
import {
  type EpisodeEntity,
  type EpisodeParent,
  episodeColumns,
  episodeSource,
  parseParents,
} from './episodeEntity.ts';
import { numberOrder } from './episodeOrders.ts';

/** A page of an anime's episodes. */
export interface EpisodesPage {
  readonly first: number;
  readonly after: string | null;
  readonly wanted: WantedNodes;
}

/** A page of one anime's episodes, with the anime. */
export interface AnimeEpisodes extends Connection<EpisodeEntity> {
  readonly anime: EpisodeParent;
}

/**
 * The same page of many anime's episodes, by anime id, in one statement; unknown anime are left out.
 * @throws CatalogError `invalid_parameter` for the page size, `invalid_cursor`
 */
export async function readAnimeEpisodes(
  database: Pick<Database, 'read'>,
  animeIds: readonly string[],
  { first, after, wanted }: EpisodesPage,
): Promise<Map<string, AnimeEpisodes>> {
  const size = checkPageSize(first);
  const bindings = new Bindings();
  // $1 in every statement below: the requested anime, and the parents read with their episodes.
  bindings.add(animeIds, 'uuid[]');
  const position = readPosition(numberOrder, after);
  const conditions = ['e.anime_id = asked.id'];
  if (position !== null) conditions.push(followsPosition(numberOrder, position, bindings));
  const episodes = `(SELECT * FROM (SELECT e.* FROM episode e WHERE ${conditions.join(' AND ')}
    ORDER BY ${orderTerms(numberOrder)} LIMIT ${LARGEST_PAGE + 1}) e LIMIT ${bindings.add(size + 1, 'int')}) e`;
  if (wanted === 'whole') return await readWhole(database, episodes, bindings, size);
  return await readKeys(database, episodes, bindings, size, wanted === 'keys');
}

async function readWhole(
  database: Pick<Database, 'read'>,
  episodes: string,
  { values }: Bindings,
  size: number,
): Promise<Map<string, AnimeEpisodes>> {
  const rows = `SELECT e.* FROM unnest($1::uuid[]) asked (id) CROSS JOIN LATERAL ${episodes}`;
  const source = { ...episodeSource, columns: episodeColumns('a.id = ANY($1::uuid[])') };
  const [columns = []] = await database.read(entityStatement(source, rows, values));
  const found = groupBy(source.parse(columns), ({ anime }) => anime.id);
  const pages = new Map<string, AnimeEpisodes>();
  for (const anime of parseParents(columns[1]).values()) {
    const all = found.get(anime.id) ?? [];
    const nodes = all.slice(0, size);
    const keys = nodes.map((node) => ({ id: node.id, version: node.version, position: numberOrder.positionOf(node) }));
    pages.set(anime.id, { ...pageOf(anime, keys, all.length > size), nodes });
  }
  return pages;
}

async function readKeys(
  database: Pick<Database, 'read'>,
  episodes: string,
  { values }: Bindings,
  size: number,
  withKeys: boolean,
): Promise<Map<string, AnimeEpisodes>> {
  const columns = [
    ...['asked.id::text AS anime_id', 'asked.title', 'asked.format::text AS format'],
    ...['asked.merged_into_id::text AS survivor', 'e.id::text AS id', 'e.version::text AS version'],
    `${positionColumn(numberOrder.columns[0])} AS position`,
  ];
  const rows = await database.read({
    text: `SELECT ${columns.join(', ')} FROM anime asked LEFT JOIN LATERAL ${episodes} ON true
      WHERE asked.id = ANY($1::uuid[])`,
    values,
  });
  const pages = new Map<string, AnimeEpisodes>();
  for (const [animeId, found] of groupBy(rows, ([id]) => id as string)) {
    const [, title, format, mergedIntoId] = found[0] as string[];
    const anime = {
      id: animeId,
      title: title ?? '',
      format: format as AnimeFormat,
      mergedIntoId: mergedIntoId ?? null,
    };
    const all = found.flatMap(([, , , , id, version, position]): PageKey[] =>
      id && version && position ? [{ id, version, position: [position] }] : [],
    );
    const shown = all.slice(0, size);
    pages.set(animeId, { ...pageOf(anime, shown, all.length > size), nodes: withKeys ? shown : [] });
  }
  return pages;
}

function pageOf(anime: EpisodeParent, keys: readonly PageKey[], hasNextPage: boolean): Omit<AnimeEpisodes, 'nodes'> {
  const shown = [anime.id, anime.title, anime.format, anime.mergedIntoId ?? ''];
  return { anime, ...describePage(numberOrder, keys, hasNextPage, shown) };
}
