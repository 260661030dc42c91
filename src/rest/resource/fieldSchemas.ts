import { z } from 'zod';

/** A calendar date. */
export const dateSchema = z.string().meta({ format: 'date', examples: ['2013-04-07'] });
/** An instant as answers spell it. */
export const instantSchema = z
  .string()
  .meta({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.', examples: ['2013-04-06T16:58:00.000Z'] });
/** A canonical identifier. */
export const idSchema = z.string().meta({ format: 'uuid', examples: ['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f'] });
/** The public revision of a resource. */
export const revisionSchema = z.int().min(1).max(2147483647).meta({
  description: 'Raised by one in each publication that changes this resource; compare it per identifier.',
});

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
  .meta({ id: 'Moved', description: 'Where a resource that was merged into another one is now.' });

export type Moved = z.output<typeof movedSchema>;

/** A deeply read-only type: mappings accept shared documents as well as fresh results. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
