import { z } from 'zod';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

export const genreSchema = z
  .object({
    slug: z.string().meta({
      description: 'For `/v1/genres/{slug}` and the filter `genre`; it never changes.',
      examples: ['slice-of-life'],
    }),
    name: z.string().meta({ examples: ['Slice of Life'] }),
    animeCount: z.int().min(0).max(2147483647).meta({ description: 'How many anime carry it.' }),
  })
  .meta({ id: 'Genre', description: 'A canonical genre.' });

/** The fields of the genre resource. */
export const genreFields = graphql('fragment GenreFields on Genre { slug name animeCount }');

/** The genre as GET serves it. */
export function genreResource({ slug, name, animeCount }: ResultOf<typeof genreFields>): z.output<typeof genreSchema> {
  return { slug, name, animeCount };
}
