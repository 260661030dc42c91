import type { animeFields } from './animeFields.ts';
import type { episodeFields } from './episodeFields.ts';
import type { CanonicalFields } from './field.ts';
import type { TitleKind } from './vocabulary.ts';

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

/** The canonical value of an anime, merged from every source's last record (docs/decisions.md#canonical-value). */
export interface CanonicalAnime extends CanonicalFields<typeof animeFields> {
  /** Preferred first; never empty. */
  readonly titles: readonly CanonicalTitle[];
  readonly genres: readonly string[];
  readonly studios: readonly string[];
  readonly externalIds: readonly ExternalId[];
  readonly images: readonly CanonicalImage[];
}

/** The canonical value of an episode. */
export interface CanonicalEpisode extends CanonicalFields<typeof episodeFields> {
  readonly animeId: string;
  readonly titles: readonly CanonicalTitle[];
}
