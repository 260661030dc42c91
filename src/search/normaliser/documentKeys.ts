import { isPart, partOfPart, type Trait } from './hints.ts';
import { LENGTH_CLASSES } from './textRuns.ts';
import { type TitleKeys, titleKeys } from './titleKeys.ts';

/** The keys of all titles of one anime: distinct values for keyword fields, and one entry per title for the words. */
export interface DocumentKeys {
  readonly exact: readonly string[];
  readonly raw: readonly string[];
  readonly folded: readonly string[];
  readonly spaced: readonly string[];
  readonly initials: readonly string[];
  readonly series: readonly string[];
  readonly traits: readonly Trait[];
  /** By length class: each title's tokens, joined by single spaces; titles without tokens have no entry. */
  readonly words: readonly (readonly string[])[];
  /** The words of each reading of each title in order, joined by single spaces. */
  readonly sequences: readonly string[];
  /** Of a sequel the number of its season, else 1: the least number that a title spells as a season. */
  readonly number: number;
}

/** Unions the keys of an anime's titles, for a flat document per anime. */
export function documentKeys(titles: readonly string[]): DocumentKeys {
  const keys = titles.map(titleKeys);
  const distinct = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '');
  return {
    exact: distinct(keys.map(({ exact }) => exact)),
    raw: distinct(keys.map(({ raw }) => raw)),
    folded: distinct(keys.flatMap(({ folded }) => folded)),
    spaced: distinct(keys.flatMap(({ spaced }) => spaced)),
    initials: distinct(keys.flatMap(({ initials }) => initials)),
    series: distinct(keys.flatMap(({ series }) => series)),
    traits: workTraits(new Set(keys.flatMap(({ traits }) => traits))),
    words: Array.from({ length: LENGTH_CLASSES }, (_, length) =>
      distinct(keys.flatMap((key) => (key.length === length ? [key.tokens.join(' ')] : []))),
    ),
    sequences: distinct(keys.flatMap(({ spaced }) => spaced.map((key) => key.slice(1).trim()))),
    number: numberOf(keys),
  };
}

/**
 * A part of a part, which only some titles name as such, is removed from the parts ("Part 6: Stone Ocean Part 2",
 * "Stone Ocean Part 2").
 */
function workTraits(traits: ReadonlySet<Trait>): Trait[] {
  return [...traits].filter((trait) => !(isPart(trait) && traits.has(partOfPart(trait))));
}

function numberOf(titles: readonly TitleKeys[]): number {
  const spelled = titles.flatMap(({ season }) => season ?? []);
  return spelled.length === 0 ? 1 : Math.min(...spelled);
}
