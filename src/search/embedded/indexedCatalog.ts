import type { SearchChange, SearchDocument } from '../../graph/search/port.ts';
import { countCjk } from '../normaliser/textRuns.ts';
import type { KeyField } from '../plan/clause.ts';
import { indexedKeys, isContracted } from '../plan/indexedKeys.ts';
import { standing } from '../plan/standing.ts';
import { AnimeColumns, NO_CODE } from './animeColumns.ts';
import { FacetCodes } from './facetCodes.ts';
import { KeyPostings } from './keyPostings.ts';

interface Entry {
  readonly document: SearchDocument;
  /** See `DocumentKeys`. */
  readonly number: number;
  /** Numbers of the titles that have words. */
  readonly words: readonly number[];
  /** Numbers of the sequences of words, for prominent anime alone. */
  readonly sequences: readonly number[];
}

const KEY_FIELDS: readonly KeyField[] = [
  'exact',
  'raw',
  'folded',
  'openings',
  'spaced',
  'initials',
  'abbreviations',
  'series',
  'traits',
];

/**
 * The embedded index's data: each anime has a number, columns by that number hold what orders, filters and counts it, and
 * postings lead from keys to anime and from words to titles. Changes take effect at once and cost what the anime's own keys
 * cost; numbers of what is gone are used again.
 */
export class IndexedCatalog {
  readonly keys: Readonly<Record<KeyField, KeyPostings>> = {
    exact: new KeyPostings('whole'),
    raw: new KeyPostings('begun or mistyped'),
    folded: new KeyPostings('begun or mistyped'),
    openings: new KeyPostings('mistyped'),
    spaced: new KeyPostings('begun'),
    initials: new KeyPostings('whole'),
    abbreviations: new KeyPostings('whole'),
    series: new KeyPostings('mistyped'),
    traits: new KeyPostings('whole'),
  };
  /** From words to numbers of titles; `animeOfTitle` leads on. Words of Han and kana are never half-typed nor mistyped. */
  readonly words = new KeyPostings((word) => (countCjk(word) === 0 ? 'begun or mistyped' : 'whole'));
  readonly animeOfTitle: number[] = [];
  readonly classOfTitle: number[] = [];
  /** From words to numbers of sequences: the words of a prominent anime's title in their order. */
  readonly sequenceWords = new KeyPostings('begun');
  readonly sequences: string[] = [];
  readonly animeOfSequence: number[] = [];

  readonly ids: string[] = [];
  readonly columns = new AnimeColumns();
  readonly formatCodes = new FacetCodes<string>();
  readonly statusCodes = new FacetCodes<string>();
  readonly yearCodes = new FacetCodes<number>();

  readonly #numbers = new Map<string, number>();
  readonly #entries: (Entry | undefined)[] = [];
  readonly #tombstones = new Map<string, bigint>();
  readonly #freeNumbers: number[] = [];
  readonly #freeTitles: number[] = [];
  readonly #freeSequences: number[] = [];

  /** How many anime the index holds, tombstones not counted. */
  get size(): number {
    return this.#numbers.size;
  }

  /** One more than the highest number of an anime. */
  get capacity(): number {
    return this.#entries.length;
  }

  /** An older or equal version than the one held, as document or tombstone, changes nothing. */
  apply(change: SearchChange): void {
    if (change.kind === 'upsert') this.#upsert(change.document);
    else this.#delete(change.id, change.version);
  }

  /** The series keys of an anime; none when it is gone. */
  seriesOf(id: string): readonly string[] {
    const number = this.#numbers.get(id);
    const entry = number === undefined ? undefined : this.#entries[number];
    return entry === undefined ? [] : indexedKeys(entry.document).series;
  }

  #upsert(document: SearchDocument): void {
    const { id, version } = document;
    const known = this.#numbers.get(id);
    const before = known === undefined ? undefined : this.#entries[known];
    const held = before?.document.version ?? this.#tombstones.get(id);
    if (held !== undefined && version <= held) return;
    this.#tombstones.delete(id);
    const number = known ?? this.#freeNumbers.pop() ?? this.#entries.length;
    this.#numbers.set(id, number);
    this.ids[number] = id;
    // Most changes are of what no key is made of: deriving the keys is what a change costs.
    const kept = before !== undefined && sameKeys(before.document, document) ? { ...before, document } : undefined;
    if (before !== undefined && kept === undefined) this.#removeKeys(number, before);
    const entry = kept ?? this.#addKeys(number, document);
    this.#entries[number] = entry;
    this.columns.set(number, {
      standing: standing(document, entry.number),
      format: this.formatCodes.codeOf(document.format),
      status: this.statusCodes.codeOf(document.status),
      year: document.year === null ? NO_CODE : this.yearCodes.codeOf(document.year),
    });
  }

  #delete(id: string, version: bigint): void {
    const number = this.#numbers.get(id);
    const before = number === undefined ? undefined : this.#entries[number];
    const held = before?.document.version ?? this.#tombstones.get(id);
    if (held !== undefined && version <= held) return;
    this.#tombstones.set(id, version);
    if (number === undefined || before === undefined) return;
    this.#removeKeys(number, before);
    this.#numbers.delete(id);
    this.#entries[number] = undefined;
    this.#freeNumbers.push(number);
  }

  #addKeys(anime: number, document: SearchDocument): Entry {
    const keys = indexedKeys(document);
    for (const field of KEY_FIELDS) for (const key of keys[field]) this.keys[field].add(key, anime);
    return {
      document,
      number: keys.number,
      words: keys.words.flatMap((titles, length) =>
        titles.map((tokens) => {
          const title = this.#freeTitles.pop() ?? this.animeOfTitle.length;
          this.animeOfTitle[title] = anime;
          this.classOfTitle[title] = length;
          for (const token of tokens.split(' ')) this.words.add(token, title);
          return title;
        }),
      ),
      sequences: keys.sequences.map((words) => {
        const sequence = this.#freeSequences.pop() ?? this.sequences.length;
        this.sequences[sequence] = words;
        this.animeOfSequence[sequence] = anime;
        for (const word of words.split(' ')) this.sequenceWords.add(word, sequence);
        return sequence;
      }),
    };
  }

  #removeKeys(anime: number, { document, words, sequences }: Entry): void {
    const keys = indexedKeys(document);
    for (const field of KEY_FIELDS) for (const key of keys[field]) this.keys[field].remove(key, anime);
    keys.words.flat().forEach((tokens, i) => {
      const title = words[i] as number;
      for (const token of tokens.split(' ')) this.words.remove(token, title);
      this.#freeTitles.push(title);
    });
    keys.sequences.forEach((words, i) => {
      const sequence = sequences[i] as number;
      for (const word of words.split(' ')) this.sequenceWords.remove(word, sequence);
      this.#freeSequences.push(sequence);
    });
  }
}

function sameKeys(a: SearchDocument, b: SearchDocument): boolean {
  return (
    a.titles.length === b.titles.length &&
    a.titles.every((title, i) => title === b.titles[i]) &&
    a.year === b.year &&
    a.format === b.format &&
    isContracted(a) === isContracted(b)
  );
}
