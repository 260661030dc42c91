import type { SearchDocument } from '../../graph/search/port.ts';
import { baseScore } from '../plan/points.ts';

/** The code of an unknown year: it is no facet value and no filter finds it. */
export const NO_CODE = 0xffff;

/** What orders, filters and counts each anime, by the anime's number. */
export class AnimeColumns {
  readonly formatCodes = new FacetCodes<string>();
  readonly statusCodes = new FacetCodes<string>();
  readonly yearCodes = new FacetCodes<number>();
  /** See `baseScore`. */
  readonly baseScores: number[] = [];
  /** Codes of facet values. */
  readonly formats: number[] = [];
  readonly statuses: number[] = [];
  readonly years: number[] = [];
  readonly #prominences: number[] = [];
  readonly #versions: bigint[] = [];
  /** See `DocumentKeys`; at most 99. */
  readonly #numbers: number[] = [];

  /** @param number that of the work's season, see `DocumentKeys` */
  set(anime: number, document: SearchDocument, number: number): void {
    const { format, status, year, prominence, version } = document;
    this.baseScores[anime] = baseScore(document, number);
    this.formats[anime] = this.formatCodes.codeOf(format);
    this.statuses[anime] = this.statusCodes.codeOf(status);
    this.years[anime] = year === null ? NO_CODE : this.yearCodes.codeOf(year);
    this.#prominences[anime] = prominence;
    this.#versions[anime] = version;
    this.#numbers[anime] = number;
  }

  versionOf(anime: number): bigint {
    return this.#versions[anime] as bigint;
  }

  numberOf(anime: number): number {
    return this.#numbers[anime] as number;
  }

  /** What an anime's keys are made of beside its titles. */
  traitsOf(anime: number): Pick<SearchDocument, 'format' | 'year' | 'prominence'> {
    const year = this.years[anime] as number;
    return {
      format: this.formatCodes.values[this.formats[anime] as number] as string,
      year: year === NO_CODE ? null : (this.yearCodes.values[year] as number),
      prominence: this.#prominences[anime] as number,
    };
  }
}

/** Numbers for the few values of a facet, so that counting is an array access. */
export class FacetCodes<V extends string | number> {
  readonly values: V[] = [];
  readonly #codes = new Map<V, number>();

  codeOf(value: V): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /** Undefined for a value that no document ever had. */
  find(value: V): number | undefined {
    return this.#codes.get(value);
  }
}
