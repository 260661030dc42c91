import type { animeFields } from './animeFields.ts';
import type { episodeFields } from './episodeFields.ts';
import type { CanonicalFields } from './field.ts';
import type { RelationType, TitleKind } from './vocabulary.ts';

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

/** A relation as a source states it: the other anime may not be in the catalogue. */
export interface StatedRelation {
  /** What the other anime is to this one. */
  readonly type: RelationType;
  /** The other anime's key, of which the source is a site where that identifies anime. */
  readonly anime: { readonly source: string; readonly sourceId: string };
  /** The source; null for what was made by hand or restored. */
  readonly statedBy: string | null;
}

/** The canonical value of an anime, merged from every source's last record (docs/decisions.md#canonical-value). */
export interface CanonicalAnime extends CanonicalFields<typeof animeFields> {
  /** Preferred first; never empty. */
  readonly titles: readonly CanonicalTitle[];
  readonly genres: readonly string[];
  readonly studios: readonly string[];
  readonly externalIds: readonly ExternalId[];
  readonly images: readonly CanonicalImage[];
  /** Each key once. Readers see those to anime of the catalogue, and those that these state (settleRelations). */
  readonly relations: readonly StatedRelation[];
}

/** The canonical value of an episode. */
export interface CanonicalEpisode extends CanonicalFields<typeof episodeFields> {
  readonly animeId: string;
  readonly titles: readonly CanonicalTitle[];
}
