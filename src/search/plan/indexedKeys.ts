import type { SearchDocument } from '../../graph/search/port.ts';
import { isNumber, isPart, partOfPart, type Trait } from '../normaliser/hints.ts';
import { abbreviations, openings } from '../normaliser/shortNames.ts';
import { countCjk, LENGTH_CLASSES } from '../normaliser/textRuns.ts';
import { type TitleKeys, titleKeys } from '../normaliser/titleKeys.ts';
import { CONTRACTED_FROM } from './points.ts';

/** The document that keys are derived from. */
export type KeyedDocument = Pick<SearchDocument, 'titles' | 'format' | 'year' | 'prominence'>;

/** The fields of an index with whole keys. */
export const KEY_FIELDS = [
  'exact',
  'raw',
  'folded',
  'openings',
  'spaced',
  'initials',
  'abbreviations',
  'series',
  'traits',
] as const;

/** The fields with short forms of whole names. */
export const SHORT_FORMS = ['initials', 'abbreviations'] as const;

/** The trait of a well-known anime. */
export const WELL_KNOWN = 'known';

export type KeyField = (typeof KEY_FIELDS)[number];

/**
 * The index keys of an anime: in each field the distinct ones of all its titles, see `TitleKeys`. Abbreviations,
 * openings and sequences are of prominent anime only.
 */
export interface IndexedKeys extends Readonly<Record<KeyField, readonly string[]>> {
  /** By length class: each title's tokens, joined by single spaces; titles without tokens have no entry. */
  readonly words: readonly (readonly string[])[];
  /** The words of each reading of each title in order, Han and kana as characters, joined by single spaces. */
  readonly sequences: readonly string[];
  /** Of a sequel the number of its season, else 1: the least number that a title spells as a season. */
  readonly number: number;
}

/** Derives the keys; the traits are those of the titles, the format and the year. */
export function indexedKeys(document: KeyedDocument): IndexedKeys {
  const { titles, format, year } = document;
  const keys = titles.map(titleKeys);
  const all = (of: (key: TitleKeys) => readonly string[]) =>
    [...new Set(keys.flatMap(of))].filter((value) => value !== '');
  const raw = all((key) => [key.raw]);
  const spelled = keys.flatMap(({ season }) => season ?? []);
  const isProminent = isContracted(document);
  return {
    exact: all(({ exact }) => [exact]),
    raw,
    folded: all(({ folded }) => folded),
    openings: isProminent ? openings(raw) : [],
    spaced: all(({ spaced }) => spaced),
    initials: all(({ initials }) => initials),
    abbreviations: isProminent ? [...new Set(titles.flatMap(abbreviations))] : [],
    series: all(({ series }) => series),
    traits: [
      ...new Set([
        ...workTraits(keys.map((key) => key.traits)),
        format,
        ...(year === null ? [] : [`y${year}`]),
        ...(isProminent ? [WELL_KNOWN] : []),
      ]),
    ],
    words: Array.from({ length: LENGTH_CLASSES }, (_, length) =>
      all((key) => (key.length === length ? [key.tokens.join(' ')] : [])),
    ),
    sequences: isProminent ? all(({ spaced }) => spaced.map(sequenceOf)) : [],
    number: spelled.length === 0 ? 1 : Math.min(...spelled),
  };
}

/** @param spaced with the length class before */
function sequenceOf(spaced: string): string {
  const words = spaced.slice(1).trim().split(' ');
  return words.flatMap((word) => (countCjk(word) === 0 ? [word] : [...word])).join(' ');
}

/** Whether the anime is found by contractions of its titles. */
export function isContracted({ prominence }: Pick<SearchDocument, 'prominence'>): boolean {
  return prominence >= CONTRACTED_FROM;
}

/**
 * A part of a part, which only some titles name as such, is removed from the parts ("Part 6: Stone Ocean Part 2",
 * "Stone Ocean Part 2"), and a season that others call a part is marked ("第二季", "第2クール").
 * @param titles the traits of each title
 */
function workTraits(titles: readonly (readonly Trait[])[]): Trait[] {
  const traits = new Set(titles.flat());
  const kept = [...traits].filter((trait) => !(isPart(trait) && traits.has(partOfPart(trait))));
  return kept.map((trait) => {
    const parts = isNumber(trait) ? titles.filter((each) => each.includes(trait.replace('n', 'p'))) : [];
    return parts.length === 0 || parts.some((each) => each.includes(trait)) ? trait : trait.replace('n', 'h');
  });
}
