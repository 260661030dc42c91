import type { SearchDocument } from '../../graph/search/port.ts';
import {
  FILTER_FIELDS,
  type FilterField,
  type FilterTest,
  type FilterValue,
  passes,
  valuesOf,
} from '../plan/planFilters.ts';
import { baseScore } from '../plan/points.ts';

/** What orders, filters and counts each anime, by the anime's number. */
export class AnimeColumns {
  readonly fields = Object.fromEntries(FILTER_FIELDS.map((field) => [field, new ValueColumn()])) as Readonly<
    Record<FilterField, ValueColumn>
  >;
  /** See `baseScore`. */
  readonly baseScores: number[] = [];
  readonly versions: bigint[] = [];
  /** See `IndexedKeys`; at most 99. */
  readonly numbers: number[] = [];

  /** @param number that of the work's season, see `IndexedKeys` */
  set(anime: number, document: SearchDocument, number: number): void {
    this.baseScores[anime] = baseScore(document, number);
    for (const field of FILTER_FIELDS) this.fields[field].set(anime, valuesOf(document, field));
    this.versions[anime] = document.version;
    this.numbers[anime] = number;
  }
}

/**
 * One field of all anime. The few different sets of values have codes, so that filtering and counting are an array
 * access for each anime, however many values it has.
 */
export class ValueColumn {
  /** By the anime's number. */
  readonly codes: number[] = [];
  /** By code. */
  readonly #sets: (readonly FilterValue[])[] = [];
  readonly #codes = new Map<string, number>();

  set(anime: number, values: readonly FilterValue[]): void {
    const sorted = values.length > 1 ? [...values].sort() : values;
    const key = sorted.join('\0');
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#sets.push(sorted) - 1;
      this.#codes.set(key, code);
    }
    this.codes[anime] = code;
  }

  valuesOf(anime: number): readonly FilterValue[] {
    return this.#sets[this.codes[anime] as number] as readonly FilterValue[];
  }

  /** By code, 1 where the values pass. */
  passing(test: FilterTest): Uint8Array {
    return Uint8Array.from(this.#sets, (values) => (passes(values, test) ? 1 : 0));
  }

  /** Room for counts by code. */
  counts(): Uint32Array {
    return new Uint32Array(this.#sets.length);
  }

  /** Counts by value from counts by code. */
  byValue(counts: Uint32Array): Map<FilterValue, number> {
    const found = new Map<FilterValue, number>();
    for (const [code, count] of counts.entries()) {
      if (count === 0) continue;
      for (const value of this.#sets[code] as readonly FilterValue[]) found.set(value, (found.get(value) ?? 0) + count);
    }
    return found;
  }
}
