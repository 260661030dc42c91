import { z } from 'zod';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

export const studioSchema = z
  .object({
    slug: z.string().meta({
      description: 'For `/v1/studios/{slug}` and the filter `studio`; it never changes.',
      examples: ['wit-studio'],
    }),
    name: z.string().meta({ examples: ['Wit Studio'] }),
    animeCount: z.int().min(0).max(2147483647).meta({ description: 'How many anime carry it.' }),
  })
  .meta({ id: 'Studio', description: 'A canonical studio.' });

/** The fields of the studio resource. */
export const studioFields = graphql('fragment StudioFields on Studio { slug name animeCount }');

/** The studio as GET serves it. */
export function studioResource({
  slug,
  name,
  animeCount,
}: ResultOf<typeof studioFields>): z.output<typeof studioSchema> {
  return { slug, name, animeCount };
}
