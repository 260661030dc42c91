import { z } from 'zod';
import { LARGEST_EPISODE_NUMBER } from '../../graph/model/limits.ts';
import { EPISODE_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { idSchema, instantSchema } from '../resource/fieldSchemas.ts';

export const episodeReferenceSchema = z
  .object({
    id: idSchema.meta({ description: 'Canonical, stable identifier.' }),
    number: z
      .number()
      .min(0)
      .max(LARGEST_EPISODE_NUMBER)
      .meta({ description: 'Unique within the anime; at most two decimal places.', examples: [6.5] }),
    title: z.string().nullable().meta({ description: 'The preferred title.' }),
    status: z.enum(EPISODE_STATUSES).meta({
      description: 'Only a source’s confirmation makes an episode released; a planned time never does.',
    }),
    scheduledAt: instantSchema.nullable().meta({ description: 'The planned time; it confirms nothing.' }),
    releasedAt: instantSchema.nullable().meta({
      description: 'The confirmed release time: present exactly when status is released.',
    }),
  })
  .meta({ id: 'EpisodeReference', description: 'An imported episode in brief.' });

/** The fields of an episode in brief. */
export const episodeReferenceFields = graphql(`
  fragment EpisodeReferenceFields on Episode { id number title status scheduledAt releasedAt }
`);

/** An episode in brief, as anime serve it. */
export function episodeReference(
  episode: ResultOf<typeof episodeReferenceFields>,
): z.output<typeof episodeReferenceSchema> {
  const { id, number, title, status, scheduledAt, releasedAt } = episode;
  return { id, number, title, status, scheduledAt, releasedAt };
}
