import { z } from 'zod';
import type { animeFields as storedFields } from '../../graph/model/animeFields.ts';
import type { SelectionOf, ServedMembers } from '../../graph/model/field.ts';
import { MOST_RELATIONS, YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, ANIME_STATUSES, RELATION_TYPES, SEASONS, WEEKDAYS } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import type { DeepReadonly } from '../resource/fieldSchemas.ts';
import { dateSchema, idSchema, instantSchema, revisionSchema } from '../resource/fieldSchemas.ts';
import { titleFields, titleResource, titleSchema } from '../resource/titleResource.ts';
import { episodeReferenceSchema } from './episodeReference.ts';

const count = z.int().min(0).max(2147483647).nullable();

const principalTitle = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

const principalTitlesSchema = z
  .object({
    native: principalTitle('In the original language, as it is written there.', '進撃の巨人'),
    romaji: principalTitle('In the original language, in Latin letters.', 'Shingeki no Kyojin'),
    english: principalTitle('In English.', 'Attack on Titan'),
    chinese: principalTitle('In Chinese, in simplified characters where there is such a title.', '进击的巨人'),
  })
  .meta({
    id: 'PrincipalTitles',
    description:
      'Chosen of all titles, the preferred one included, by the languages and kinds that sources state alone: official ones before those of no stated kind, those of trusted sources first; never a synonym or a short form. Null where no source states one: nothing is transliterated or translated.',
  });

export const animeSchema = z
  .object({
    id: idSchema.meta({ description: 'Canonical, stable identifier.' }),
    title: z.string().meta({ description: 'The preferred title.', examples: ['Shingeki no Kyojin'] }),
    titleLanguage: z
      .string()
      .nullable()
      .meta({
        description: 'BCP 47 language tag of the preferred title; null where no source states it.',
        examples: ['ja-Latn'],
      }),
    alternativeTitles: z.array(titleSchema),
    titles: principalTitlesSchema,
    format: z.enum(ANIME_FORMATS),
    status: z.enum(ANIME_STATUSES),
    startDate: dateSchema.nullable(),
    endDate: dateSchema.nullable(),
    year: z.int().min(YEARS.from).max(YEARS.to).nullable(),
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
    relations: z
      .array(
        z
          .object({
            type: z.enum(RELATION_TYPES).meta({
              description:
                'What the other anime is to this one. An adaptation is one in either direction; `other` is a relation whose type no source states, or another one.',
            }),
            anime: z.object({ id: idSchema, title: z.string(), format: z.enum(ANIME_FORMATS) }).meta({
              id: 'RelatedAnime',
              description: 'The other anime. Changes of its title and format do not raise the revision.',
            }),
          })
          .meta({ id: 'Relation', description: 'A relation to another anime of the catalogue.' }),
      )
      .max(MOST_RELATIONS.shown)
      .meta({
        description:
          'Anime that sources relate to this one, in either direction: by type, in the order of its values, then by identifier.',
      }),
    isAdult: z.boolean().nullable(),
    broadcast: z
      .object({
        weekday: z.enum(WEEKDAYS).meta({
          description:
            'The calendar day in the time zone of the slot: 01:30 on Monday is a Monday, whatever the broadcaster prints.',
        }),
        time: z
          .string()
          .nullable()
          .meta({ description: 'HH:mm; null where only the day is known.', examples: ['22:00'] }),
        timezone: z.string().meta({ description: 'A name of the IANA time zone database.', examples: ['Asia/Tokyo'] }),
      })
      .meta({
        id: 'Broadcast',
        description:
          'The weekly slot in which an anime is, or was, broadcast first. It makes no episode and confirms no release.',
      })
      .nullable(),
    officialSite: z.string().nullable().meta({ format: 'uri', description: 'The page that its makers have for it.' }),
    mergedIds: z.array(idSchema).meta({
      description: 'Identifiers of anime that were merged into this one: drop them from a copy.',
    }),
    revision: revisionSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  } satisfies ServedMembers<typeof storedFields>)
  .extend({
    nextEpisode: episodeReferenceSchema.nullable().optional().meta({
      description:
        'With `include=nextEpisode`: the first episode that is planned for the instant of the request or later and not released; null where none is. A planned time confirms nothing.',
    }),
    lastReleased: episodeReferenceSchema.nullable().optional().meta({
      description:
        'With `include=lastReleased`: the episode whose confirmed release is the last one; null where none is released.',
    }),
  })
  .meta({ id: 'Anime', description: 'One canonical anime. What is unknown is null; lists are never null.' });

/** The fields of the anime resource. */
export const animeFields = graphql(
  `
  fragment AnimeFields on Anime {
    id title titleLanguage
    alternativeTitles { ...TitleFields }
    titles { native romaji english chinese }
    format status startDate endDate year season episodeCount durationMinutes synopsis
    images { url width height }
    genres { slug name }
    studios { slug name }
    externalIds { site id }
    relations { type anime { id title format } }
    isAdult
    broadcast { weekday time timezone }
    officialSite mergedIds revision createdAt updatedAt
  }
`,
  [titleFields],
);

/** Fails to compile where the fragment lacks a served field. */
type Selected = SelectionOf<typeof storedFields, ResultOf<typeof animeFields>>;

/** The anime as GET and events serve it (docs/decisions.md#resources). */
export function animeResource(anime: DeepReadonly<Selected>): z.output<typeof animeSchema> {
  const { native, romaji, english, chinese } = anime.titles;
  return {
    id: anime.id,
    title: anime.title,
    titleLanguage: anime.titleLanguage,
    alternativeTitles: anime.alternativeTitles.map(titleResource),
    titles: { native, romaji, english, chinese },
    format: anime.format,
    status: anime.status,
    startDate: anime.startDate,
    endDate: anime.endDate,
    year: anime.year,
    season: anime.season,
    episodes: anime.episodeCount,
    durationMinutes: anime.durationMinutes,
    synopsis: anime.synopsis,
    images: anime.images.map(({ url, width, height }) => ({ url, width, height })),
    genres: anime.genres.map(({ slug, name }) => ({ slug, name })),
    studios: anime.studios.map(({ slug, name }) => ({ slug, name })),
    externalIds: anime.externalIds.map(({ site, id }) => ({ site, id })),
    relations: anime.relations.map(({ type, anime: { id, title, format } }) => ({
      type,
      anime: { id, title, format },
    })),
    isAdult: anime.isAdult,
    broadcast: anime.broadcast && {
      weekday: anime.broadcast.weekday,
      time: anime.broadcast.time,
      timezone: anime.broadcast.timezone,
    },
    officialSite: anime.officialSite,
    mergedIds: [...anime.mergedIds],
    revision: anime.revision,
    createdAt: anime.createdAt,
    updatedAt: anime.updatedAt,
  };
}
