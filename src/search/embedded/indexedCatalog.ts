import type { SearchChange, SearchDocument } from '../../graph/search/port.ts';
import { documentKeys } from '../normaliser/documentKeys.ts';
import { countCjk } from '../normaliser/textRuns.ts';
import type { KeyField } from '../plan/clause.ts';
import { rankedPopularity } from '../plan/hitOrder.ts';
import { AnimeColumns, NO_CODE } from './animeColumns.ts';
import { FacetCodes } from './facetCodes.ts';
import { KeyPostings } from './keyPostings.ts';

interface Entry {
  readonly version: bigint;
  readonly titles: readonly string[];
  /** Numbers of the titles that have words. */
  readonly words: readonly number[];
}

/**
 * The embedded index's data: each anime has a number, columns by that number hold what orders, filters and counts it, and
 * postings lead from keys to anime and from words to titles. Changes take effect at once and cost what the anime's own keys
 * cost; numbers of what is gone are used again.
 */
export class IndexedCatalog {
  readonly keys: Readonly<Record<KeyField, KeyPostings>> = {
    exact: new KeyPostings(() => false),
    raw: new KeyPostings(() => true),
    folded: new KeyPostings(() => true),
    initials: new KeyPostings(() => false),
  };
  /** From words to numbers of titles; `animeOfTitle` leads on. Words of Han and kana are never half-typed nor mistyped. */
  readonly words = new KeyPostings((word) => countCjk(word) === 0);
  readonly animeOfTitle: number[] = [];

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

  #upsert(document: SearchDocument): void {
    const { id, version } = document;
    const known = this.#numbers.get(id);
    const before = known === undefined ? undefined : this.#entries[known];
    const held = before?.version ?? this.#tombstones.get(id);
    if (held !== undefined && version <= held) return;
    this.#tombstones.delete(id);
    const number = known ?? this.#freeNumbers.pop() ?? this.#entries.length;
    this.#numbers.set(id, number);
    this.ids[number] = id;
    this.columns.set(number, {
      popularity: rankedPopularity(document.popularity),
      format: this.formatCodes.codeOf(document.format),
      status: this.statusCodes.codeOf(document.status),
      year: document.year === null ? NO_CODE : this.yearCodes.codeOf(document.year),
    });
    if (before !== undefined && equalTitles(before.titles, document.titles)) {
      this.#entries[number] = { ...before, version };
      return;
    }
    if (before !== undefined) this.#removeTitles(number, before);
    this.#entries[number] = { version, titles: [...document.titles], words: this.#addTitles(number, document.titles) };
  }

  #delete(id: string, version: bigint): void {
    const number = this.#numbers.get(id);
    const before = number === undefined ? undefined : this.#entries[number];
    const held = before?.version ?? this.#tombstones.get(id);
    if (held !== undefined && version <= held) return;
    this.#tombstones.set(id, version);
    if (number === undefined || before === undefined) return;
    this.#removeTitles(number, before);
    this.#numbers.delete(id);
    this.#entries[number] = undefined;
    this.#freeNumbers.push(number);
  }

  #addTitles(anime: number, titles: readonly string[]): number[] {
    const { words, ...keys } = documentKeys(titles);
    for (const field of Object.keys(keys) as KeyField[]) {
      for (const key of keys[field]) this.keys[field].add(key, anime);
    }
    return words.map((tokens) => {
      const title = this.#freeTitles.pop() ?? this.animeOfTitle.length;
      this.animeOfTitle[title] = anime;
      for (const token of tokens.split(' ')) this.words.add(token, title);
      return title;
    });
  }

  #removeTitles(anime: number, entry: Entry): void {
    const { words, ...keys } = documentKeys(entry.titles);
    for (const field of Object.keys(keys) as KeyField[]) {
      for (const key of keys[field]) this.keys[field].remove(key, anime);
    }
    entry.words.forEach((title, i) => {
      for (const token of (words[i] as string).split(' ')) this.words.remove(token, title);
      this.#freeTitles.push(title);
    });
  }
}

function equalTitles(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((title, i) => title === b[i]);
}
