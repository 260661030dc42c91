import { z } from 'zod';

const pageInfoSchema = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Opaque cursor for the parameter `after`; null when there is no further page.' }),
  })
  .meta({ id: 'PageInfo', description: 'Where this page lies in its list.' });

/** The envelope of every list (docs/contract.md#page-envelope), with what a list adds to it. */
export function pageSchema(id: string, item: z.ZodType, extras: z.ZodRawShape) {
  return z.object({ items: z.array(item), page: pageInfoSchema, ...extras }).meta({ id });
}
