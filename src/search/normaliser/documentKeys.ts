import { titleKeys } from './titleKeys.ts';

/** The keys of all titles of one anime: distinct values for keyword fields, and one entry a title for the words. */
export interface DocumentKeys {
  readonly exact: readonly string[];
  readonly raw: readonly string[];
  readonly folded: readonly string[];
  readonly initials: readonly string[];
  /** Each title's tokens, joined by single spaces; titles without tokens have no entry. */
  readonly words: readonly string[];
}

/** Unions the keys of an anime's titles, as an index with one flat document an anime holds them. */
export function documentKeys(titles: readonly string[]): DocumentKeys {
  const keys = titles.map(titleKeys);
  const distinct = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '');
  return {
    exact: distinct(keys.map(({ exact }) => exact)),
    raw: distinct(keys.map(({ raw }) => raw)),
    folded: distinct(keys.flatMap(({ folded }) => folded)),
    initials: distinct(keys.flatMap(({ initials }) => initials)),
    words: distinct(keys.map(({ tokens }) => tokens.join(' '))),
  };
}
