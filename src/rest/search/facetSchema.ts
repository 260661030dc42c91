import { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, ANIME_STATUSES, type FacetField, SEASONS } from '../../graph/model/vocabulary.ts';

const count = z.int().min(1).max(2147483647).meta({ description: 'How many hits selecting this value would find.' });

/** Every schema has a name: client generators would otherwise give the facets the same one. */
function facetOf(field: FacetField, name: string, value: z.ZodType<string | number>) {
  const entry = z.object({ value, count }).meta({ id: `${name}Value`, description: `A value of the facet ${field}.` });
  return z
    .object({ field: z.literal(field), values: z.array(entry).max(20) })
    .meta({ id: name, description: `The facet ${field}.` });
}

/** One facet: most frequent value first, ties by value (docs/decisions.md#facets). */
export const facetSchema = z
  .discriminatedUnion('field', [
    facetOf('format', 'FormatFacet', z.enum(ANIME_FORMATS)),
    facetOf('status', 'StatusFacet', z.enum(ANIME_STATUSES)),
    facetOf('year', 'YearFacet', z.int().min(YEARS.from).max(YEARS.to)),
    facetOf('season', 'SeasonFacet', z.enum(SEASONS)),
    facetOf('genre', 'GenreFacet', z.string()),
    facetOf('studio', 'StudioFacet', z.string()),
  ])
  .meta({
    id: 'SearchFacet',
    description:
      'A field that hits can be narrowed by, at most 20 values, most frequent first. A facet ignores its own filter and obeys the others; that of genres obeys its own too, because a further genre narrows. Years are numbers, genres and studios slugs; an unknown value has no entry.',
  });
