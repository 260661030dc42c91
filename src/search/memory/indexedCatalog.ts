import { isDeepStrictEqual } from 'node:util';
import type { SearchChange, SearchDocument } from '../../graph/search/port.ts';
import { countCjk } from '../normaliser/textRuns.ts';
import {
  type IndexedKeys,
  indexedKeys,
  isContracted,
  KEY_FIELDS,
  type KeyedDocument,
  type KeyField,
} from '../plan/indexedKeys.ts';
import { CONTRACTED_FROM } from '../plan/points.ts';
import type { WordFrequencies } from '../plan/scoreWords.ts';
import { AnimeColumns } from './animeColumns.ts';
import { KeyPostings } from './keyPostings.ts';
import { type OwnedText, OwnedTexts } from './ownedTexts.ts';

/** Words of Han and kana are not mistyped, and marked tokens are no words. */
const isTyped = (word: string) => countCjk(word) === 0 && !word.endsWith('$$');
const MAX_EDITS = 2;
/** Mistyped texts have no Han or kana, and more letters than edits. */
const isMistyped = (key: string) => {
  const cjk = countCjk(key);
  return cjk <= MAX_EDITS && cjk < key.length;
};
const MISTYPED_FIELDS: readonly KeyField[] = ['raw', 'folded', 'openings'];

/**
 * The embedded index's data: each anime has a number, columns by that number hold what orders, filters and
 * counts it, and postings lead from keys to anime and from words to titles. Changes take effect at once and cost
 * what the anime's own keys cost; numbers of what is gone are used again. Of a document its titles are kept, and
 * what else its keys are derived from when it goes.
 */
export class IndexedCatalog {
  readonly keys = Object.fromEntries(
    KEY_FIELDS.map((field) => [field, new KeyPostings(MISTYPED_FIELDS.includes(field) ? isMistyped : undefined)]),
  ) as Readonly<Record<KeyField, KeyPostings>>;
  /** Titles by their tokens, with their length class. */
  readonly titles = new OwnedTexts<number>(isTyped);
  /** The words of each prominent anime's titles in their order. */
  readonly sequences = new OwnedTexts<string>();
  readonly columns = new AnimeColumns();

  readonly #numbers = new Map<string, number>();
  /** By the anime's number; those of deleted anime stay until the number is used again. */
  readonly #ids: string[] = [];
  /** By the anime's number what its keys are derived from; undefined where there is none. */
  readonly #kept: (KeyedDocument | undefined)[] = [];
  readonly #tombstones = new Map<string, bigint>();
  readonly #freeNumbers: number[] = [];

  get frequencies(): WordFrequencies {
    return { anime: this.size, of: (word) => this.having(word).size };
  }

  /** The anime one of whose titles has the word. */
  having(word: string): Set<number> {
    const { words, owners } = this.titles;
    return new Set(words.carriersOf(word).map((title) => owners[title] as number));
  }

  /** How many anime the index holds, tombstones not counted. */
  get size(): number {
    return this.#numbers.size;
  }

  /** One more than the highest number of an anime. */
  get capacity(): number {
    return this.#kept.length;
  }

  idOf(anime: number): string {
    return this.#ids[anime] as string;
  }

  /** An older or equal version than the one held, as document or tombstone, changes nothing. */
  apply(change: SearchChange): void {
    if (change.kind === 'upsert') this.#upsert(change.document);
    else this.#delete(change.id, change.version);
  }

  /** The keys of an anime with this number. */
  keysOf(anime: number): IndexedKeys {
    return indexedKeys(this.#kept[anime] as KeyedDocument);
  }

  /** The series keys of an anime; none when it is gone. */
  seriesOf(id: string): readonly string[] {
    const anime = this.#numbers.get(id);
    return anime === undefined ? [] : this.keysOf(anime).series;
  }

  #upsert(document: SearchDocument): void {
    const { id, version } = document;
    const known = this.#numbers.get(id);
    if (this.#isHeld(id, known, version)) return;
    this.#tombstones.delete(id);
    const kept = keptOf(document);
    // Most changes are of what no key is made of: deriving the keys is what a change costs.
    if (known !== undefined && isDeepStrictEqual(this.#kept[known], kept)) {
      this.columns.set(known, document, this.columns.numbers[known] as number);
      return;
    }
    if (known !== undefined) this.#removeKeys(known);
    const anime = known ?? this.#freeNumbers.pop() ?? this.#kept.length;
    this.#numbers.set(id, anime);
    this.#ids[anime] = id;
    this.#kept[anime] = kept;
    const keys = indexedKeys(document);
    this.#addKeys(anime, keys);
    this.columns.set(anime, document, keys.number);
  }

  #delete(id: string, version: bigint): void {
    const anime = this.#numbers.get(id);
    if (this.#isHeld(id, anime, version)) return;
    this.#tombstones.set(id, version);
    if (anime === undefined) return;
    this.#removeKeys(anime);
    this.#numbers.delete(id);
    this.#kept[anime] = undefined;
    this.#freeNumbers.push(anime);
  }

  #isHeld(id: string, anime: number | undefined, version: bigint): boolean {
    const held = anime === undefined ? this.#tombstones.get(id) : this.columns.versions[anime];
    return held !== undefined && version <= held;
  }

  #addKeys(anime: number, keys: IndexedKeys): void {
    // Most keys of a title are alike: they share one string.
    const own = new Map<string, string>();
    for (const field of KEY_FIELDS) {
      for (const key of keys[field]) {
        const shared = own.get(key) ?? key;
        own.set(key, shared);
        this.keys[field].add(shared, anime);
      }
    }
    this.titles.add(anime, titlesOf(keys, own));
    this.sequences.add(anime, sequencesOf(keys));
  }

  #removeKeys(anime: number): void {
    const keys = this.keysOf(anime);
    for (const field of KEY_FIELDS) for (const key of keys[field]) this.keys[field].remove(key, anime);
    this.titles.remove(anime, titlesOf(keys));
    this.sequences.remove(anime, sequencesOf(keys));
  }
}

/** @param shared strings to take for equal tokens */
function titlesOf({ words }: IndexedKeys, shared?: ReadonlyMap<string, string>): OwnedText<number>[] {
  const split = (tokens: string) => tokens.split(' ').map((token) => shared?.get(token) ?? token);
  return words.flatMap((titles, length) => titles.map((tokens) => ({ words: split(tokens), kept: length })));
}

function sequencesOf({ sequences }: IndexedKeys): OwnedText<string>[] {
  return sequences.map((sequence) => ({ words: [...new Set(sequence.split(' '))], kept: sequence }));
}

/** What the keys of an anime are derived from. */
function keptOf(document: SearchDocument): KeyedDocument {
  const { titles, format, year } = document;
  return { titles, format, year, prominence: isContracted(document) ? CONTRACTED_FROM : 0 };
}
