import type { Database } from '../../database/database.ts';
import { type Connection, describePage, type PageKey } from '../connection.ts';
import type { DocumentLoader } from '../documentLoader.ts';
import { documentStatement } from '../documentSource.ts';
import type { AnimeFormat } from '../generated/resolvers.ts';
import { groupBy } from '../groupBy.ts';
import { Bindings, followsPosition, orderTerms, positionColumn, readPosition } from '../keysetList.ts';
import { checkPageSize, LARGEST_PAGE } from '../pageSize.ts';
import {
  type EpisodeDocument,
  type EpisodeParent,
  episodeColumns,
  episodeSource,
  parseParents,
} from './episodeDocument.ts';
import { numberOrder } from './episodeOrders.ts';

export interface AnimeEpisodesRequest {
  /** Lower case. */
  readonly animeId: string;
  readonly first: number;
  readonly after: string | null;
  readonly withNodes: boolean;
}

/** A page of one anime's episodes with what leads to it. */
export interface AnimeEpisodes extends Connection<EpisodeDocument> {
  readonly anime: EpisodeParent;
}

/**
 * Pages of many anime's episodes, one statement (two with a cache) for all that ask for the same page; null where there is no
 * such anime. A request that is wrong is an Error in its place.
 */
export async function loadAnimeEpisodes(
  database: Pick<Database, 'read'>,
  loader: DocumentLoader<EpisodeDocument>,
  requests: readonly AnimeEpisodesRequest[],
): Promise<(AnimeEpisodes | null | Error)[]> {
  const groups = groupBy(requests, ({ first, after, withNodes }) => JSON.stringify([first, after, withNodes]));
  const answers = new Map<AnimeEpisodesRequest, AnimeEpisodes | null | Error>();
  await Promise.all(
    [...groups.values()].map(async (group) => {
      try {
        const pages = await readGroup(database, loader, group);
        for (const request of group) answers.set(request, pages.get(request.animeId) ?? null);
      } catch (error) {
        for (const request of group) answers.set(request, error as Error);
      }
    }),
  );
  return requests.map((request) => answers.get(request) ?? null);
}

async function readGroup(
  database: Pick<Database, 'read'>,
  loader: DocumentLoader<EpisodeDocument>,
  group: readonly AnimeEpisodesRequest[],
): Promise<Map<string, AnimeEpisodes>> {
  const [{ first, after, withNodes }] = group as [AnimeEpisodesRequest];
  const size = checkPageSize(first);
  const bindings = new Bindings();
  bindings.add(
    group.map(({ animeId }) => animeId),
    'uuid[]',
  );
  const position = readPosition(numberOrder, after);
  const conditions = ['e.anime_id = asked.id'];
  if (position !== null) conditions.push(followsPosition(numberOrder, position, bindings));
  const episodes = `(SELECT * FROM (SELECT e.* FROM episode e WHERE ${conditions.join(' AND ')}
    ORDER BY ${orderTerms(numberOrder)} LIMIT ${LARGEST_PAGE + 1}) e LIMIT ${bindings.add(size + 1, 'int')}) e`;
  if (withNodes && !loader.caches) return readWhole(database, loader, episodes, bindings, size);
  const pages = await readKeys(database, episodes, bindings, size);
  if (!withNodes) return pages.described;
  for (const [animeId, keys] of pages.keys) {
    const nodes = await loader.loadKnown(keys);
    if (!nodes.every((node, index) => node !== null && node.version === keys[index]?.version)) {
      return readWhole(database, loader, episodes, bindings, size);
    }
    const page = pages.described.get(animeId) as AnimeEpisodes;
    pages.described.set(animeId, { ...page, nodes: nodes as EpisodeDocument[] });
  }
  return pages.described;
}

async function readWhole(
  database: Pick<Database, 'read'>,
  loader: DocumentLoader<EpisodeDocument>,
  episodes: string,
  { values }: Bindings,
  size: number,
): Promise<Map<string, AnimeEpisodes>> {
  const rows = `SELECT e.* FROM unnest($1::uuid[]) asked (id) CROSS JOIN LATERAL ${episodes}`;
  const source = { ...episodeSource, columns: episodeColumns('a.id = ANY($1::uuid[])') };
  const [columns] = await database.read(documentStatement(source, rows, values));
  const found = groupBy(loader.accept(columns ?? []), ({ anime }) => anime.id);
  const pages = new Map<string, AnimeEpisodes>();
  for (const anime of parseParents(columns?.[1]).values()) {
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
): Promise<{ keys: Map<string, PageKey[]>; described: Map<string, AnimeEpisodes> }> {
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
  const keys = new Map<string, PageKey[]>();
  const described = new Map<string, AnimeEpisodes>();
  for (const [animeId, found] of groupBy(rows, ([id]) => id as string)) {
    const [, title, format, mergedIntoId] = found[0] as string[];
    const anime = {
      id: animeId,
      title: title ?? '',
      format: format?.toUpperCase() as AnimeFormat,
      mergedIntoId: mergedIntoId ?? null,
    };
    const all = found.flatMap(([, , , , id, version, position]): PageKey[] =>
      id && version && position ? [{ id, version, position: [position] }] : [],
    );
    keys.set(animeId, all.slice(0, size));
    described.set(animeId, { ...pageOf(anime, all.slice(0, size), all.length > size), nodes: [] });
  }
  return { keys, described };
}

function pageOf(anime: EpisodeParent, keys: readonly PageKey[], hasNextPage: boolean): Omit<AnimeEpisodes, 'nodes'> {
  const shown = [anime.id, anime.title, anime.format, anime.mergedIntoId ?? ''];
  return { anime, ...describePage(numberOrder, keys, hasNextPage, shown) };
}
