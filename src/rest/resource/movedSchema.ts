import { z } from 'zod';
import { idSchema } from './fieldSchemas.ts';

/** The body of a 301, for clients that follow no redirects. */
export const movedSchema = z
  .object({
    mergedInto: idSchema.meta({ description: 'The identifier of the survivor.' }),
    location: z.string().meta({
      description: 'The same path below that identifier, as in the header Location.',
      format: 'uri-reference',
      examples: ['/v1/anime/0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f'],
    }),
  })
  .meta({ id: 'Moved', description: 'Where a resource stands that was merged into another one.' });

export type Moved = z.output<typeof movedSchema>;
