import { type FacetField, FURTHER_FACETS, STANDARD_FACETS } from '../../graph/model/vocabulary.ts';
import type { FilteredFields, SearchFilters, SearchRequest, Span } from '../../graph/search/port.ts';

export type FilterField = keyof FilteredFields;
export type FilterValue = string | number | boolean;

/** What a field must have. Null means an unknown value. */
export type FilterTest =
  | { readonly kind: 'oneOf'; readonly values: readonly (FilterValue | null)[] }
  | { readonly kind: 'allOf'; readonly values: readonly FilterValue[] }
  | ({ readonly kind: 'span' } & Span<string | number>);

export interface FieldFilter {
  readonly field: FilterField;
  readonly test: FilterTest;
}

/** What each filter wants of its field. */
const tests: { readonly [Field in FilterField]: (value: NonNullable<SearchFilters[Field]>) => FilterTest } = {
  format: oneOf,
  status: oneOf,
  year: (year) => oneOf([year]),
  season: oneOf,
  genre: (values) => ({ kind: 'allOf', values }),
  studio: oneOf,
  isAdult: oneOf,
  startDate: span,
  episodes: span,
  airing: oneOf,
};

/** The fields that anime are filtered by. */
export const FILTER_FIELDS = Object.keys(tests) as readonly FilterField[];

/** The filters of a request; all of them must pass. */
export function planFilters(filters: SearchFilters): FieldFilter[] {
  return FILTER_FIELDS.flatMap((field) => {
    const value = filters[field];
    if (value === undefined) return [];
    const test = (tests[field] as (value: unknown) => FilterTest)(value);
    return [{ field, test }];
  });
}

/** The most values of a facet (docs/contract.md#limits). */
export const FACET_VALUES = 20;

/** The facets of a request, in the order of its answer. */
export function planFacets({ facets = [] }: Pick<SearchRequest, 'facets'>): FacetField[] {
  return [...STANDARD_FACETS, ...FURTHER_FACETS.filter((field) => facets.includes(field))];
}

/**
 * Whether a facet obeys a filter, so that each count is what selecting that value finds: a value takes the place of
 * those selected before, but a genre is added to them.
 */
export function obeys(facet: FacetField, { field, test }: FieldFilter): boolean {
  return field !== facet || test.kind === 'allOf';
}

/** The values that an anime has in a field; none when it is unknown. */
export function valuesOf(fields: FilteredFields, field: FilterField): readonly FilterValue[] {
  const value = fields[field];
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
}

/** Whether these values of a field pass. */
export function passes(values: readonly FilterValue[], test: FilterTest): boolean {
  switch (test.kind) {
    case 'oneOf':
      return values.length === 0 ? test.values.includes(null) : values.some((value) => test.values.includes(value));
    case 'allOf':
      return test.values.every((value) => values.includes(value));
    case 'span':
      return values.some(
        (value) => (test.from === null || value >= test.from) && (test.to === null || value <= test.to),
      );
  }
}

function oneOf(values: readonly (FilterValue | null)[]): FilterTest {
  return { kind: 'oneOf', values };
}

function span({ from, to }: Span<string | number>): FilterTest {
  return { kind: 'span', from, to };
}
