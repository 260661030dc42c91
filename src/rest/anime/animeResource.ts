import { z } from 'zod';
import { graphql, type ResultOf } from '../../graph/document.ts';
import { ANIME_FORMATS, ANIME_STATUSES, SEASONS, TITLE_KINDS } from '../../graph/vocabulary.ts';
import type { DeepReadonly } from '../deepReadonly.ts';
import { fromGraphEnum } from '../graphEnum.ts';
import { years } from './years.ts';

export const titleSchema = z
  .object({
    title: z.string(),
    language: z
      .string()
      .nullable()
      .meta({ description: 'BCP 47 language tag.', examples: ['ja-Latn'] }),
    kind: z.enum(TITLE_KINDS).nullable(),
  })
  .meta({ id: 'Title', description: 'A title beside the preferred one.' });

export const dateSchema = z.string().meta({ format: 'date', examples: ['2013-04-07'] });
export const instantSchema = z
  .string()
  .meta({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.', examples: ['2013-04-06T16:58:00.000Z'] });
export const idSchema = z.string().meta({ format: 'uuid', examples: ['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f'] });
export const revisionSchema = z.int().min(1).max(2147483647).meta({
  description: 'Raised by one in each publication that changes this resource; compare it per identifier.',
});
const count = z.int().min(0).max(2147483647).nullable();

export const animeSchema = z
  .object({
    id: idSchema.meta({ description: 'Canonical, stable identifier.' }),
    title: z.string().meta({ description: 'The preferred title.', examples: ['Shingeki no Kyojin'] }),
    alternativeTitles: z.array(titleSchema),
    format: z.enum(ANIME_FORMATS),
    status: z.enum(ANIME_STATUSES),
    startDate: dateSchema.nullable(),
    endDate: dateSchema.nullable(),
    year: z.int().min(years.minimum).max(years.maximum).nullable(),
    season: z.enum(SEASONS).nullable(),
    episodes: count.meta({ description: 'How many episodes the work has. No episode resource is inferred from it.' }),
    durationMinutes: count,
    synopsis: z.string().nullable(),
    images: z.array(
      z
        .object({ url: z.string().meta({ format: 'uri' }), width: count, height: count })
        .meta({ id: 'Image', description: 'A picture at its source; sizes in pixels.' }),
    ),
    genres: z.array(
      z
        .object({ slug: z.string(), name: z.string() })
        .meta({ id: 'GenreReference', description: 'A canonical genre.' }),
    ),
    studios: z.array(
      z
        .object({ slug: z.string(), name: z.string() })
        .meta({ id: 'StudioReference', description: 'A canonical studio.' }),
    ),
    externalIds: z.array(
      z
        .object({ site: z.string().meta({ examples: ['mal'] }), id: z.string().meta({ examples: ['16498'] }) })
        .meta({ id: 'ExternalId', description: 'The id of the same anime at another site.' }),
    ),
    isAdult: z.boolean().nullable(),
    revision: revisionSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Anime', description: 'One canonical anime. What is unknown is null; lists are never null.' });

/** What the anime resource shows. */
export const animeFields = graphql(`
  fragment AnimeFields on Anime {
    id
    title
    alternativeTitles { title language kind }
    format
    status
    startDate
    endDate
    year
    season
    episodeCount
    durationMinutes
    synopsis
    images { url width height }
    genres { slug name }
    studios { slug name }
    externalIds { site id }
    isAdult
    revision
    createdAt
    updatedAt
  }
`);

/** The anime as GET and events serve it (design.md 6, Anime). */
export function animeResource(anime: DeepReadonly<ResultOf<typeof animeFields>>): z.output<typeof animeSchema> {
  return {
    id: anime.id,
    title: anime.title,
    alternativeTitles: anime.alternativeTitles.map(titleResource),
    format: fromGraphEnum(anime.format),
    status: fromGraphEnum(anime.status),
    startDate: anime.startDate,
    endDate: anime.endDate,
    year: anime.year,
    season: anime.season === null ? null : fromGraphEnum(anime.season),
    episodes: anime.episodeCount,
    durationMinutes: anime.durationMinutes,
    synopsis: anime.synopsis,
    images: anime.images.map(({ url, width, height }) => ({ url, width, height })),
    genres: anime.genres.map(({ slug, name }) => ({ slug, name })),
    studios: anime.studios.map(({ slug, name }) => ({ slug, name })),
    externalIds: anime.externalIds.map(({ site, id }) => ({ site, id })),
    isAdult: anime.isAdult,
    revision: anime.revision,
    createdAt: anime.createdAt,
    updatedAt: anime.updatedAt,
  };
}

type TitleNode = ResultOf<typeof animeFields>['alternativeTitles'][number];

export function titleResource({ title, language, kind }: TitleNode): z.output<typeof titleSchema> {
  return { title, language, kind: kind === null ? null : fromGraphEnum(kind) };
}
