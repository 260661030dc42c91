import type { SearchDocument } from '../../graph/search/port.ts';
import { standing } from '../plan/standing.ts';
import { FacetCodes } from './facetCodes.ts';
import { grown } from './grown.ts';

/** The code of an unknown year: it is no facet value and no filter finds it. */
export const NO_CODE = 0xffff;

/** What orders, filters and counts each anime, by the anime's number. */
export class AnimeColumns {
  readonly formatCodes = new FacetCodes<string>();
  readonly statusCodes = new FacetCodes<string>();
  readonly yearCodes = new FacetCodes<number>();
  /** See `standing`. */
  standings = new Uint16Array(256);
  /** Codes of facet values. */
  formats = new Uint16Array(256);
  statuses = new Uint16Array(256);
  years = new Uint16Array(256);
  #prominences = new Uint16Array(256);
  #versions = new BigInt64Array(256);
  /** See `DocumentKeys`; at most 99. */
  #numbers = new Uint8Array(256);

  /** @param number that of the work's season, see `DocumentKeys` */
  set(anime: number, document: SearchDocument, number: number): void {
    if (anime >= this.standings.length) this.#grow(anime + 1);
    const { format, status, year, prominence, version } = document;
    this.standings[anime] = standing(document, number);
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

  #grow(length: number): void {
    this.standings = grown(this.standings, length);
    this.formats = grown(this.formats, length);
    this.statuses = grown(this.statuses, length);
    this.years = grown(this.years, length);
    this.#prominences = grown(this.#prominences, length);
    this.#versions = grown(this.#versions, length);
    this.#numbers = grown(this.#numbers, length);
  }
}
