import { z } from 'zod';
import type { episodeFields as storedFields } from '../../graph/model/episodeFields.ts';
import type { SelectionOf, ServedMembers } from '../../graph/model/field.ts';
import { LARGEST_EPISODE_NUMBER } from '../../graph/model/limits.ts';
import { EPISODE_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { animeSchema } from '../anime/animeResource.ts';
import type { DeepReadonly } from '../resource/deepReadonly.ts';
import { idSchema, instantSchema, revisionSchema } from '../resource/fieldSchemas.ts';
import { titleFields, titleResource, titleSchema } from '../resource/titleResource.ts';

export const episodeSchema = z
  .object({
    id: idSchema.meta({ description: 'Canonical, stable identifier.' }),
    anime: animeSchema.pick({ id: true, title: true, format: true }).meta({
      id: 'EpisodeAnime',
      description: 'The parent. Its title and format are a convenience: changes of them do not raise the revision.',
    }),
    number: z
      .number()
      .min(0)
      .max(LARGEST_EPISODE_NUMBER)
      .meta({ description: 'Unique within the anime; at most two decimal places.', examples: [6.5] }),
    title: z.string().nullable().meta({ description: 'The preferred title.' }),
    alternativeTitles: z.array(titleSchema),
    status: z.enum(EPISODE_STATUSES).meta({
      description: 'Only a source’s confirmation makes an episode released; a planned time never does.',
    }),
    scheduledAt: instantSchema.nullable().meta({ description: 'The planned time; it confirms nothing.' }),
    releasedAt: instantSchema.nullable().meta({
      description: 'The confirmed release time: present exactly when status is released.',
    }),
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
    number
    title
    alternativeTitles { ...TitleFields }
    status
    scheduledAt
    releasedAt
    revision
    createdAt
    updatedAt
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
