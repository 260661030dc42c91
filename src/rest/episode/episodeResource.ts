import { z } from 'zod';
import type { episodeFields as storedFields } from '../../graph/model/episodeFields.ts';
import type { SelectionOf, ServedMembers } from '../../graph/model/field.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { animeSchema } from '../anime/animeResource.ts';
import { episodeReferenceSchema } from '../anime/episodeReference.ts';
import type { DeepReadonly } from '../resource/fieldSchemas.ts';
import { instantSchema, revisionSchema } from '../resource/fieldSchemas.ts';
import { titleFields, titleResource, titleSchema } from '../resource/titleResource.ts';

const { id, number, title, status, scheduledAt, releasedAt } = episodeReferenceSchema.shape;
const shownAnime = { id: true, title: true, format: true } as const;

export const episodeSchema = z
  .object({
    id,
    anime: animeSchema
      .pick(shownAnime)
      .extend(animeSchema.omit({ ...shownAnime, nextEpisode: true, lastReleased: true }).partial().shape)
      .meta({
        id: 'EpisodeAnime',
        description:
          'The parent; with `include=anime` the whole anime, else its identifier, title and format. These are a convenience: changes of them do not raise the revision.',
      }),
    number,
    title,
    alternativeTitles: z.array(titleSchema),
    status,
    scheduledAt,
    releasedAt,
    revision: revisionSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  } satisfies ServedMembers<typeof storedFields>)
  .meta({ id: 'EpisodeResource', description: 'One imported episode. Unknown titles and times are null.' });

/** The fields of the episode resource. */
export const episodeFields = graphql(
  `
  fragment EpisodeFields on Episode {
    id
    anime { id title format }
    number title
    alternativeTitles { ...TitleFields }
    status scheduledAt releasedAt revision createdAt updatedAt
  }
`,
  [titleFields],
);

/** Fails to compile where the fragment lacks a served field. */
type Selected = SelectionOf<typeof storedFields, ResultOf<typeof episodeFields>>;

/** The episode as GET and events serve it (docs/decisions.md#resources). */
export function episodeResource(episode: DeepReadonly<Selected>): z.output<typeof episodeSchema> {
  const { anime } = episode;
  return {
    id: episode.id,
    anime: { id: anime.id, title: anime.title, format: anime.format },
    number: episode.number,
    title: episode.title,
    alternativeTitles: episode.alternativeTitles.map(titleResource),
    status: episode.status,
    scheduledAt: episode.scheduledAt,
    releasedAt: episode.releasedAt,
    revision: episode.revision,
    createdAt: episode.createdAt,
    updatedAt: episode.updatedAt,
  };
}
