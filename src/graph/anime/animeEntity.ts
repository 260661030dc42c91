import type { TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { animeFields } from '../model/animeFields.ts';
import { type ServedFields, servedFields } from '../model/field.ts';
import { MOST_RELATIONS } from '../model/limits.ts';
import { type PrincipalTitles, principalTitles } from '../model/principalTitles.ts';
import type { AnimeFormat, RelationType, TitleKind } from '../model/vocabulary.ts';
import type { EntityKey, EntityNode } from '../reading/entityFields.ts';
import { sharedLoader } from '../reading/loaders.ts';

export interface TitleValue {
  readonly title: string;
  readonly language: string | null;
  readonly kind: TitleKind | null;
}

/** A relation, with the part of the other anime that is read with it and that the change version covers. */
export interface RelationValue {
  readonly type: RelationType;
  readonly anime: { readonly id: string; readonly title: string; readonly format: AnimeFormat };
}

/** All served fields of an anime, as the graph has them, read by one statement. */
export interface AnimeEntity extends EntityKey, ServedFields<typeof animeFields> {
  readonly title: string;
  readonly titleLanguage: string | null;
  readonly alternativeTitles: readonly TitleValue[];
  readonly titles: PrincipalTitles;
  readonly images: readonly { readonly url: string; readonly width: number | null; readonly height: number | null }[];
  readonly genres: readonly { readonly slug: string; readonly name: string }[];
  readonly studios: readonly { readonly slug: string; readonly name: string }[];
  readonly externalIds: readonly { readonly site: string; readonly id: string }[];
  readonly relations: readonly RelationValue[];
  readonly revision: number;
  readonly mergedIntoId: string | null;
  readonly mergedIds: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The node behind the graph's Anime. */
export type AnimeNode = EntityNode<AnimeEntity>;

const byPosition = { orderBy: { position: 'asc' } } as const;
const term = { select: { slug: true, name: true } } as const;

/** The relations of an anime. Merged anime are left out of those shown: direct edits may merge too. */
export const animeInclude = {
  titles: byPosition,
  genres: { orderBy: [{ position: 'asc' }, { genre: { slug: 'asc' } }], select: { genre: term } },
  studios: { orderBy: [{ position: 'asc' }, { studio: { slug: 'asc' } }], select: { studio: term } },
  externalIds: { orderBy: [{ position: 'asc' }, { site: 'asc' }, { externalId: 'asc' }] },
  images: byPosition,
  relations: {
    where: { related: { mergedIntoId: null } },
    orderBy: [{ type: 'asc' }, { relatedId: 'asc' }],
    take: MOST_RELATIONS.shown,
    select: { type: true, related: { select: { id: true, title: true, format: true } } },
  },
  mergedFrom: { orderBy: { id: 'asc' }, select: { id: true } },
} as const satisfies Prisma.AnimeInclude;

/** Anime with these ids, by id. */
export async function readAnime(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnimeEntity>> {
  if (ids.length === 0) return new Map();
  const rows = await client.anime.findMany({
    relationLoadStrategy: 'join',
    where: { id: { in: [...ids] } },
    include: animeInclude,
  });
  return new Map(rows.map((row) => [row.id, animeOf(row)]));
}

/** Anime by id. */
export const animeLoader = sharedLoader(readAnime);

/** Converts a row of a title; also for episodes. */
export function titleOf({ title, language, kind }: TitleValue): TitleValue {
  return { title, language, kind };
}

/** Converts a row of an anime with its relations. */
export function animeOf(row: Prisma.AnimeGetPayload<{ include: typeof animeInclude }>): AnimeEntity {
  const titles = row.titles.map(titleOf);
  // Position 0 is the preferred title.
  const preferred = row.titles[0]?.position === 0 ? 1 : 0;
  return {
    id: row.id,
    version: String(row.version),
    title: row.title,
    titleLanguage: preferred === 1 ? (titles[0]?.language ?? null) : null,
    alternativeTitles: titles.slice(preferred),
    titles: principalTitles(titles),
    ...servedFields(animeFields, row),
    images: row.images.map(({ url, width, height }) => ({ url, width, height })),
    genres: row.genres.map(({ genre }) => genre),
    studios: row.studios.map(({ studio }) => studio),
    externalIds: row.externalIds.map(({ site, externalId }) => ({ site, id: externalId })),
    relations: row.relations.map(({ type, related }) => ({ type, anime: related })),
    revision: row.revision,
    mergedIntoId: row.mergedIntoId,
    mergedIds: row.mergedFrom.map(({ id }) => id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
