import { animeFields } from '../../model/animeFields.ts';
import type {
  CanonicalAnime,
  CanonicalImage,
  CanonicalTitle,
  ExternalId,
  StatedRelation,
} from '../../model/canonical.ts';
import { mergeFields } from '../../model/field.ts';
import { YEARS } from '../../model/limits.ts';
import { nameKey } from '../../model/nameKey.ts';
import { IDENTIFYING_SITES, SEASONS, type Season } from '../../model/vocabulary.ts';
import { externalIdsOf, identityKey } from '../identity.ts';
import { type AnimeRecord, HAND_SOURCE, keyOf, REVIEW_SOURCE, type TitleRecord } from '../record.ts';

interface Premiere {
  /** yyyy-MM-dd. */
  readonly startDate: string | null;
  readonly year: number | null;
  readonly season: Season | null;
}

interface Quarter {
  readonly year: number;
  readonly season: Season;
}

/** A premiere this many days before a quarter counts for it: many fall series open in the last days of September. */
const EARLY_DAYS = 10;
const DAY = 86_400_000;

/**
 * Year and season, derived from the premiere where no record states them (docs/import.md#year-and-season). Stated
 * values always count and derived ones agree with them; both stay unknown for a year outside the catalogue's range.
 */
function premiereSeason({ startDate, year, season }: Premiere): Pick<Premiere, 'year' | 'season'> {
  if (startDate === null || (year !== null && season !== null)) return { year, season };
  const quarters = [quarterOf(startDate, EARLY_DAYS), quarterOf(startDate, 0)];
  const fitting = quarters.find((it) => (year ?? it.year) === it.year && (season ?? it.season) === it.season);
  const counted = fitting ?? { year: year ?? yearOf(startDate, season), season };
  return counted.year < YEARS.from || counted.year > YEARS.to ? { year, season } : counted;
}

function quarterOf(date: string, daysLater: number): Quarter {
  const counted = new Date(Date.parse(`${date}T00:00:00Z`) + daysLater * DAY);
  const season = SEASONS[Math.floor(counted.getUTCMonth() / 3)] ?? 'winter';
  return { year: counted.getUTCFullYear(), season };
}

/** Of a stated season: a winter that opens before New Year is that of the next year. */
function yearOf(date: string, season: Season | null): number {
  const { year, season: quarter } = quarterOf(date, 0);
  return season === 'winter' && quarter === 'fall' ? year + 1 : year;
}

/**
 * The canonical value of an anime from its records, by descending priority. A field is the first known value; unknown
 * year and season are derived from the premiere, an unknown isAdult from the genre Hentai. Titles, genres, studios,
 * external ids and relations are unions in that order. The order of arrival never matters.
 *
 * @param ownsIdentity whether an identifying id belongs to this anime (a reviewer may have put two that state it apart)
 */
export function canonicalAnime(
  records: readonly AnimeRecord[],
  ownsIdentity: (id: ExternalId) => boolean,
): CanonicalAnime {
  const fields = mergeFields(animeFields, records);
  const genres = union(nameKey, ...records.map((record) => record.genres));
  return {
    titles: titlesOf(records),
    ...fields,
    ...premiereSeason(fields),
    isAdult: fields.isAdult ?? (genres.some((genre) => nameKey(genre) === ADULT_GENRE) ? true : null),
    genres,
    studios: union(nameKey, ...records.map(({ studios }) => studios)),
    externalIds: union(identityKey, ...records.map(externalIdsOf)).filter(
      (id) => !IDENTIFYING_SITES.has(id.site) || ownsIdentity(id),
    ),
    images: canonicalImages(records.find(({ images }) => images?.length)?.images ?? []),
    relations: relationsOf(records),
  };
}

/** By its nameKey: no source files anything else under it. */
const ADULT_GENRE = 'hentai';

/** One relation for each key. The type is that of the first record that states one other than `other`. */
function relationsOf(records: readonly AnimeRecord[]): StatedRelation[] {
  const stated = new Map<string, StatedRelation>();
  for (const { source, relations = [] } of records) {
    for (const { type, anime } of relations) {
      const known = stated.get(keyOf(anime));
      if (known !== undefined && (known.type !== 'other' || type === 'other')) continue;
      stated.set(keyOf(anime), { type, anime, statedBy: source === HAND_SOURCE ? null : source });
    }
  }
  return [...stated.values()];
}

export function canonicalImages(images: NonNullable<AnimeRecord['images']>): CanonicalImage[] {
  return images.map(({ url, width, height }) => ({ url, width: width ?? null, height: height ?? null }));
}

/** Titles that reviewers added follow those of sources; reviewers decide a title's kind, and which one is preferred. */
function titlesOf(records: readonly AnimeRecord[]): CanonicalTitle[] {
  const added = records.flatMap(({ source, titles }) => (source === REVIEW_SOURCE ? (titles ?? []) : []));
  const stated = records.flatMap(({ source, titles }) => (source === REVIEW_SOURCE ? [] : [titles]));
  const titles = unionOfTitles([...stated, added]).map((merged) => {
    const decided = added.find((it) => it.title === merged.title && (it.language ?? null) === merged.language);
    return decided?.kind == null ? merged : { ...merged, kind: decided.kind };
  });
  const preferred = records.find(({ source }) => source === REVIEW_SOURCE)?.title;
  return preferred === undefined ? titles : withPreferred(titles, preferred);
}

/** The title that a reviewer prefers before the others, even if no source states it any more. */
function withPreferred(titles: readonly CanonicalTitle[], { title, language, kind }: TitleRecord): CanonicalTitle[] {
  const alike = titles.filter((it) => it.title === title);
  const first = alike.find((it) => it.language === (language ?? null)) ?? alike[0];
  const chosen = first ?? { title, language: language ?? null, kind: kind ?? null };
  return [chosen, ...titles.filter((it) => it !== first)];
}

interface MergedTitle {
  title: string;
  language: string | null;
  kind: CanonicalTitle['kind'];
}

/**
 * The union of titles. The same text in the same language is one title; a text without language yields to one with, and
 * has the kind of the first that names the language. No later source makes a synonym of it, which would take principal
 * titles away.
 */
export function unionOfTitles(lists: readonly (readonly TitleRecord[] | undefined)[]): CanonicalTitle[] {
  const merged: MergedTitle[] = [];
  const alike = new Map<string, MergedTitle[]>();
  for (const { title, language = null, kind = null } of lists.flatMap((list) => list ?? [])) {
    const others = alike.get(title) ?? [];
    const twin = others.find((other) => other.language === language || other.language === null || language === null);
    if (twin === undefined) {
      const fresh = { title, language, kind };
      merged.push(fresh);
      alike.set(title, [...others, fresh]);
    } else if (twin.language === null && language !== null) {
      twin.language = language;
      twin.kind = kind;
    } else if (twin.language === language && (language === null || kind === 'official')) {
      twin.kind ??= kind;
    }
  }
  return merged;
}

function union<T>(keyOf: (item: T) => string, ...lists: readonly (readonly T[] | undefined)[]): T[] {
  const first = new Map<string, T>();
  for (const item of lists.flatMap((list) => list ?? [])) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
