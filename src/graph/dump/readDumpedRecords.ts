import type { TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { animeInclude, animeOf, titleOf } from '../anime/animeEntity.ts';
import { episodeInclude, episodeOf } from '../episode/episodeEntity.ts';
import { animeFields } from '../model/animeFields.ts';
import { episodeFields } from '../model/episodeFields.ts';
import type { Fields, ServedFields } from '../model/field.ts';
import { nameInRecords } from '../model/nameKey.ts';
import { groupBy } from '../reading/groupBy.ts';
import { DUMP_SOURCE, type DumpedAnime, type DumpedEpisode, type DumpedRecord, type DumpedTerm } from './dumpRecord.ts';

/** The entities of a page: few, so that a page with long synopses stays small and is read quickly. */
const PAGE = 100;

/** Every record of the catalogue, in pages: genres and studios by slug, anime by id, episodes by anime and number. */
export async function* readDumpedRecords(client: TransactionClient): AsyncGenerator<readonly DumpedRecord[]> {
  yield await readDumpedTerms(client, 'genre');
  yield await readDumpedTerms(client, 'studio');
  for (let after: DumpedAnime | undefined, size = PAGE; size === PAGE; ) {
    const page = await readDumpedAnime(client, {
      where: after === undefined ? {} : { id: { gt: after.sourceId } },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    yield page;
    [after, size] = [page.at(-1), page.length];
  }
  for (let after: DumpedEpisode | undefined, size = PAGE; size === PAGE; ) {
    const page = await readDumpedEpisodes(client, {
      where: after === undefined ? {} : following(after),
      orderBy: [{ animeId: 'asc' }, { number: 'asc' }],
      take: PAGE,
    });
    yield page;
    [after, size] = [page.at(-1), page.length];
  }
}

function following({ anime: { sourceId: animeId }, number }: DumpedEpisode): Prisma.EpisodeWhereInput {
  return { animeId: { gte: animeId }, OR: [{ animeId: { gt: animeId } }, { number: { gt: number } }] };
}

/** All genres or studios. */
export async function readDumpedTerms(client: TransactionClient, type: DumpedTerm['type']): Promise<DumpedTerm[]> {
  // Prisma gives the two tables identical but unrelated types.
  const rows = await (client[type] as TransactionClient['genre']).findMany({ orderBy: { slug: 'asc' } });
  return rows.map(({ slug, name, key }) => {
    const recordName = nameInRecords(name, key);
    return { type, slug, name, ...(recordName !== name && { recordName }) };
  });
}

/** The terms of an anime by their keys: a restore finds them by the names that records have. */
const include = {
  ...animeInclude,
  genres: { ...animeInclude.genres, select: { genre: true } },
  studios: { ...animeInclude.studios, select: { studio: true } },
} as const;

/** A part of the anime; merged ones are in their survivors. */
export async function readDumpedAnime(
  client: TransactionClient,
  { where, ...part }: Pick<Prisma.AnimeFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<DumpedAnime[]> {
  const rows = await client.anime.findMany({
    relationLoadStrategy: 'join',
    where: { AND: [{ mergedIntoId: null }, where ?? {}] },
    ...part,
    include,
  });
  const merged = await mergedInto(
    client,
    rows.map(({ id }) => id),
  );
  return rows.map((row): DumpedAnime => {
    const anime = animeOf(row);
    const titles = row.titles.length > 0 ? row.titles.map(titleOf) : [{ title: row.title, language: null, kind: null }];
    return {
      type: 'anime',
      source: DUMP_SOURCE,
      sourceId: row.id,
      titles,
      principalTitles: anime.titles,
      ...membersOf(animeFields, anime),
      genres: row.genres.map(({ genre }) => nameInRecords(genre.name, genre.key)),
      studios: row.studios.map(({ studio }) => nameInRecords(studio.name, studio.key)),
      externalIds: [...anime.externalIds],
      images: [...anime.images],
      relations: anime.relations.map(({ type, anime: { id } }) => ({
        type,
        anime: { source: DUMP_SOURCE, sourceId: id },
      })),
      revision: anime.revision,
      createdAt: anime.createdAt,
      updatedAt: anime.updatedAt,
      mergedIds: merged.get(row.id) ?? [],
    } as DumpedAnime;
  });
}

/** Ids of the anime that were merged into these, directly or after further merges. */
async function mergedInto(client: TransactionClient, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const survivors = new Map(ids.map((id) => [id, id]));
  for (let ended = [...ids]; ended.length > 0; ) {
    const rows = await client.anime.findMany({
      where: { mergedIntoId: { in: ended } },
      select: { id: true, mergedIntoId: true },
    });
    // Direct edits could merge two anime into each other.
    ended = rows.flatMap(({ id, mergedIntoId }) => {
      if (survivors.has(id)) return [];
      survivors.set(id, survivors.get(mergedIntoId ?? '') ?? '');
      return [id];
    });
  }
  const led = [...survivors].filter(([id, survivor]) => id !== survivor).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map([...groupBy(led, ([, survivor]) => survivor)].map(([id, all]) => [id, all.map(([ended]) => ended)]));
}

/** A part of the episodes; those of an anime that was merged by hand are left out with it. */
export async function readDumpedEpisodes(
  client: TransactionClient,
  { where, ...part }: Pick<Prisma.EpisodeFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<DumpedEpisode[]> {
  const rows = await client.episode.findMany({
    relationLoadStrategy: 'join',
    where: { AND: [{ anime: { mergedIntoId: null } }, where ?? {}] },
    ...part,
    include: { ...episodeInclude, aliases: { orderBy: { id: 'asc' }, select: { id: true } } },
  });
  return rows.map((row): DumpedEpisode => {
    const episode = episodeOf(row);
    return {
      type: 'episode',
      source: DUMP_SOURCE,
      sourceId: row.id,
      anime: { source: DUMP_SOURCE, sourceId: row.animeId },
      ...membersOf(episodeFields, episode),
      titles: row.titles.map(titleOf),
      revision: episode.revision,
      createdAt: episode.createdAt,
      updatedAt: episode.updatedAt,
      endedIds: row.aliases.map(({ id }) => id),
    } as DumpedEpisode;
  });
}

/** The served fields of an entity, by their members in records. */
function membersOf<F extends Fields>(fields: F, entity: ServedFields<F>): Record<string, unknown> {
  const values = entity as Readonly<Record<string, unknown>>;
  const served = Object.entries(fields).filter(([, field]) => field.served);
  return Object.fromEntries(served.map(([name, { member }]) => [member, values[name]]));
}
