/** A title beside the preferred one. */
export interface ShownTitle {
  readonly title: string;
  /** BCP 47 tag; null when unknown. */
  readonly language: string | null;
  readonly kind: string | null;
}

/** An episode in brief. Times are RFC 3339 in UTC. */
export interface BriefEpisode {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly status: string;
  readonly scheduledAt: string | null;
  readonly releasedAt: string | null;
}

/** The titles of an anime. */
interface Titled {
  readonly title: string;
  /** BCP 47 tag of that title; null when unknown. */
  readonly titleLanguage: string | null;
  readonly alternativeTitles: readonly ShownTitle[];
  readonly titles: {
    readonly native: string | null;
    readonly romaji: string | null;
    readonly english: string | null;
    readonly chinese?: string | null;
  };
}

/** The brief facts of an anime. */
export interface MaybeTitled {
  readonly title: string;
  readonly titleLanguage?: string | null | undefined;
  readonly alternativeTitles?: Titled['alternativeTitles'] | undefined;
  readonly titles?: Titled['titles'] | undefined;
}

/** An anime as /v1 answers it; null is unknown. */
export interface ShownAnime extends Titled {
  readonly id: string;
  readonly format: string;
  readonly status: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly year: number | null;
  readonly season: string | null;
  readonly episodes: number | null;
  readonly durationMinutes: number | null;
  readonly synopsis: string | null;
  readonly images: readonly Picture[];
  readonly genres: readonly Term[];
  readonly studios: readonly Term[];
  readonly externalIds: readonly { readonly site: string; readonly id: string }[];
  readonly relations: readonly {
    readonly type: string;
    readonly anime: { readonly id: string; readonly title: string; readonly format: string };
  }[];
  readonly isAdult: boolean | null;
  readonly broadcast: { readonly weekday: string; readonly time: string | null; readonly timezone: string } | null;
  readonly officialSite: string | null;
  readonly mergedIds: readonly string[];
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly nextEpisode?: BriefEpisode | null | undefined;
  readonly lastReleased?: BriefEpisode | null | undefined;
}

export interface Term {
  readonly slug: string;
  readonly name: string;
}

/** A picture at its source; sizes in pixels, null when unknown. */
export interface Picture {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A hit of a search, with the title by which it is found. */
export interface ShownHit extends ShownAnime {
  readonly matchedTitle: {
    readonly title: string;
    readonly language: string | null;
    /** The matching parts of the title, in code points; `end` is not included. */
    readonly ranges: readonly { readonly start: number; readonly end: number }[];
  };
}

/** An episode with the anime that it belongs to. */
export interface ShownEpisode extends BriefEpisode {
  readonly alternativeTitles: readonly ShownTitle[];
  readonly anime: MaybeTitled & { readonly id: string; readonly format: string };
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly nextCursor: string | null };
}

/** A page of hits, and the interpretation of the text. */
export interface HitPage extends ListPage<ShownHit> {
  readonly found: number;
  readonly truncated: boolean;
  readonly facets: readonly {
    readonly field: string;
    readonly values: readonly { readonly value: string | number; readonly count: number }[];
  }[];
  readonly interpretation: {
    readonly year: number | null;
    readonly season: number | null;
    readonly number: number | null;
    readonly part: number | null;
    readonly format: string | null;
    readonly isFinal: boolean;
    readonly corrected: readonly { readonly typed: string; readonly meant: string }[];
    readonly leftOut: readonly string[];
    readonly matchedBy: string | null;
    readonly unmet: readonly string[];
  };
}
