import { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, ANIME_STATUSES } from '../../graph/model/vocabulary.ts';

const count = z.int().min(1).max(2147483647).meta({ description: 'How many hits selecting this value would find.' });

function facetOf(field: 'format' | 'status' | 'year', value: z.ZodType<string | number>) {
  return z.object({ field: z.literal(field), values: z.array(z.object({ value, count })).max(20) });
}

/** One facet: most frequent value first, ties by value (docs/decisions.md#facets). */
export const facetSchema = z
  .discriminatedUnion('field', [
    facetOf('format', z.enum(ANIME_FORMATS)),
    facetOf('status', z.enum(ANIME_STATUSES)),
    facetOf('year', z.int().min(YEARS.from).max(YEARS.to)),
  ])
  .meta({
    id: 'SearchFacet',
    description:
      'A field that hits can be narrowed by, at most 20 values, most frequent first. A facet ignores its own filter and obeys the others. Years are numbers; an unknown year has no entry.',
  });
