/** The code of an unknown year: it is no facet value and no filter finds it. */
export const NO_CODE = 0xffff;

export interface AnimeColumnValues {
  /** See `standing`. */
  readonly standing: number;
  /** Codes of facet values. */
  readonly format: number;
  readonly status: number;
  readonly year: number;
}

/** What orders, filters and counts each anime, by the anime's number. */
export class AnimeColumns {
  standings = new Uint16Array(256);
  formats = new Uint16Array(256);
  statuses = new Uint16Array(256);
  years = new Uint16Array(256);

  set(anime: number, { standing, format, status, year }: AnimeColumnValues): void {
    if (anime >= this.standings.length) this.#grow(Math.max(anime + 1, Math.ceil(anime * 1.5)));
    this.standings[anime] = standing;
    this.formats[anime] = format;
    this.statuses[anime] = status;
    this.years[anime] = year;
  }

  #grow(length: number): void {
    const { standings, formats, statuses, years } = this;
    this.standings = new Uint16Array(length);
    this.standings.set(standings);
    this.formats = new Uint16Array(length);
    this.formats.set(formats);
    this.statuses = new Uint16Array(length);
    this.statuses.set(statuses);
    this.years = new Uint16Array(length);
    this.years.set(years);
  }
}
