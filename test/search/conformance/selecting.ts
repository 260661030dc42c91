import type { FacetField } from '../../../src/graph/model/vocabulary.ts';
import type { FacetValue, SearchFilters } from '../../../src/graph/search/port.ts';

/** The filters after a value of a facet is selected: it takes the place of others, but a genre is added to them. */
export function selecting(filters: SearchFilters, field: FacetField, value: FacetValue['value']): SearchFilters {
  if (field === 'year') return { ...filters, year: Number(value) };
  const others = field === 'genre' ? (filters.genre ?? []) : [];
  return { ...filters, [field]: [...others.filter((other) => other !== value), String(value)] };
}
