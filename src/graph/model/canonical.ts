import type { AnimeFormat, AnimeStatus, EpisodeStatus, Season, TitleKind } from './vocabulary.ts';

export interface CanonicalTitle {
  readonly title: string;
  readonly language: string | null;
  readonly kind: TitleKind | null;
}

export interface CanonicalImage {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface ExternalId {
  readonly site: string;
  readonly id: string;
}

/** What the catalogue says of an anime, merged from every source's last record (design.md 4, Canonical value). */
export interface CanonicalAnime {
  /** Preferred first; never empty. */
  readonly titles: readonly CanonicalTitle[];
  readonly format: AnimeFormat;
  readonly status: AnimeStatus;
  /** yyyy-MM-dd. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly year: number | null;
  readonly season: Season | null;
  readonly episodeCount: number | null;
  readonly durationMinutes: number | null;
  readonly synopsis: string | null;
  readonly isAdult: boolean | null;
  readonly genres: readonly string[];
  readonly studios: readonly string[];
  readonly externalIds: readonly ExternalId[];
  readonly images: readonly CanonicalImage[];
  /** Larger is more popular; breaks ties in search, is never served and changes no revision. */
  readonly popularity: number | null;
}

/** What the catalogue says of an episode. */
export interface CanonicalEpisode {
  readonly animeId: string;
  readonly number: number;
  readonly titles: readonly CanonicalTitle[];
  readonly status: EpisodeStatus;
  /** RFC 3339 UTC with milliseconds. */
  readonly scheduledAt: string | null;
  readonly releasedAt: string | null;
}
