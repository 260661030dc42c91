import type { TransactionClient } from '../../src/database/database.ts';
import type { Prisma } from '../../src/database/generated/client.ts';
import type { AnimeEntity } from '../../src/graph/anime/animeEntity.ts';
import type { EpisodeEntity } from '../../src/graph/episode/episodeEntity.ts';
import { MOST_RELATIONS } from '../../src/graph/model/limits.ts';
import { principalTitles } from '../../src/graph/model/principalTitles.ts';

const byPosition = { orderBy: { position: 'asc' } } as const;

const byType: Prisma.AnimeRelationOrderByWithRelationInput[] = [{ type: 'asc' }, { relatedId: 'asc' }];

const animeRelations = {
  titles: byPosition,
  genres: { ...byPosition, include: { genre: true } },
  studios: { ...byPosition, include: { studio: true } },
  externalIds: byPosition,
  images: byPosition,
  relations: {
    where: { related: { mergedIntoId: null } },
    orderBy: byType,
    take: MOST_RELATIONS.shown,
    select: { type: true, related: { select: { id: true, title: true, format: true } } },
  },
  mergedFrom: { select: { id: true }, orderBy: { id: 'asc' } },
} as const;

const episodeRelations = {
  titles: byPosition,
  anime: { select: { id: true, title: true, format: true, mergedIntoId: true } },
} as const;

/** The entities of animeSource and episodeSource, as typed Prisma reads them. */
export const typedReads = {
  animeByIds: async (client: TransactionClient, ids: readonly string[]) =>
    (await client.anime.findMany({ where: { id: { in: [...ids] } }, include: animeRelations })).map(animeOf),

  animeAfter: async (client: TransactionClient, id: string, take: number) =>
    (
      await client.anime.findMany({
        where: { mergedIntoId: null, id: { gt: id } },
        orderBy: { id: 'asc' },
        take,
        include: animeRelations,
      })
    ).map(animeOf),

  episodesByIds: async (client: TransactionClient, ids: readonly string[]) =>
    (await client.episode.findMany({ where: { id: { in: [...ids] } }, include: episodeRelations })).map(episodeOf),

  episodesOf: async (client: TransactionClient, animeId: string, take: number) =>
    (
      await client.episode.findMany({
        where: { animeId },
        orderBy: { number: 'asc' },
        take,
        include: episodeRelations,
      })
    ).map(episodeOf),

  releases: async (client: TransactionClient, from: string, to: string, take: number) =>
    (
      await client.episode.findMany({
        where: { status: 'released', releasedAt: { gte: new Date(from), lt: new Date(to), lte: new Date() } },
        orderBy: [{ releasedAt: 'desc' }, { id: 'asc' }],
        take,
        include: episodeRelations,
      })
    ).map(episodeOf),
};

type AnimeRow = Prisma.AnimeGetPayload<{ include: typeof animeRelations }>;
type EpisodeRow = Prisma.EpisodeGetPayload<{ include: typeof episodeRelations }>;

function animeOf(row: AnimeRow): AnimeEntity {
  return {
    id: row.id,
    version: String(row.version),
    title: row.title,
    titleLanguage: row.titles.find(({ position }) => position === 0)?.language ?? null,
    alternativeTitles: row.titles.filter(({ position }) => position > 0).map(titleOf),
    titles: principalTitles(row.titles.map(titleOf)),
    format: row.format,
    status: row.status,
    startDate: dateOf(row.startDate),
    endDate: dateOf(row.endDate),
    year: row.year,
    season: row.season,
    episodeCount: row.episodeCount,
    durationMinutes: row.durationMinutes,
    synopsis: row.synopsis,
    isAdult: row.isAdult,
    broadcast: row.broadcast as AnimeEntity['broadcast'],
    officialSite: row.officialSite,
    images: row.images.map(({ url, width, height }) => ({ url, width, height })),
    genres: row.genres.map(({ genre: { slug, name } }) => ({ slug, name })),
    studios: row.studios.map(({ studio: { slug, name } }) => ({ slug, name })),
    externalIds: row.externalIds.map(({ site, externalId }) => ({ site, id: externalId })),
    relations: row.relations.map(({ type, related }) => ({ type, anime: related })),
    revision: row.revision,
    mergedIntoId: row.mergedIntoId,
    mergedIds: row.mergedFrom.map(({ id }) => id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function episodeOf(row: EpisodeRow): EpisodeEntity {
  const [first] = row.titles;
  return {
    id: row.id,
    version: String(row.version),
    anime: row.anime,
    title: first?.position === 0 ? first.title : null,
    alternativeTitles: row.titles.filter(({ position }) => position > 0).map(titleOf),
    number: Number(row.number),
    status: row.status,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    releasedAt: row.releasedAt?.toISOString() ?? null,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const titleOf = ({ title, language, kind }: Pick<AnimeRow['titles'][number], 'title' | 'language' | 'kind'>) => ({
  title,
  language,
  kind,
});

const dateOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
