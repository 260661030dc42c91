import type { SearchDocument } from '../../graph/search/port.ts';
import { type DocumentKeys, documentKeys } from '../normaliser/documentKeys.ts';
import { openings } from '../normaliser/openings.ts';
import { abbreviations } from '../normaliser/shortNames.ts';
import { CONTRACTED_FROM } from './points.ts';

/** The document that keys are derived from. */
export type KeyedDocument = Pick<SearchDocument, 'titles' | 'format' | 'year' | 'prominence'>;

export interface IndexedKeys extends DocumentKeys {
  /** See `abbreviations`; only of prominent anime. */
  readonly abbreviations: readonly string[];
  /** See `openings`; only of prominent anime. */
  readonly openings: readonly string[];
}

/**
 * The index keys of an anime: those of its titles, its year and format among the traits, and sequences if it is
 * prominent.
 */
export function indexedKeys(document: KeyedDocument): IndexedKeys {
  const keys = documentKeys(document.titles);
  const contracted = isContracted(document);
  const own = [document.format, ...(document.year === null ? [] : [`y${document.year}`])];
  return {
    ...keys,
    traits: [...new Set([...keys.traits, ...own])],
    sequences: contracted ? keys.sequences : [],
    abbreviations: contracted ? [...new Set(document.titles.flatMap(abbreviations))] : [],
    openings: contracted ? openings(keys.raw) : [],
  };
}

/** Whether the anime is found by contractions of its titles. */
export function isContracted({ prominence }: Pick<SearchDocument, 'prominence'>): boolean {
  return prominence >= CONTRACTED_FROM;
}
