import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime, CanonicalImage, CanonicalTitle, ExternalId } from '../model/canonical.ts';
import { mergeFields } from '../model/field.ts';
import { nameKey } from '../model/nameKey.ts';
import { externalIdsOf, IDENTIFYING_SITES, identityKey } from './identity.ts';
import { premiereSeason } from './premiereSeason.ts';
import { type AnimeRecord, REVIEW_SOURCE, type TitleRecord } from './record.ts';

/**
 * The canonical value of an anime from its records, the most believed first: a field is the first known value, year and
 * season else that of the premiere; titles, genres,
 * studios and external ids are the union in that order. A pure function of the records, so the order of arrival never matters.
 *
 * @param ownsIdentity whether an identifying id belongs to this anime (a reviewer may have put two claimants apart)
 */
export function canonicalAnime(
  records: readonly AnimeRecord[],
  ownsIdentity: (id: ExternalId) => boolean,
): CanonicalAnime {
  const fields = mergeFields(animeFields, records);
  return {
    titles: titlesOf(records),
    ...fields,
    ...premiereSeason(fields),
    genres: union(
      records.flatMap(({ genres }) => genres ?? []),
      nameKey,
    ),
    studios: union(
      records.flatMap(({ studios }) => studios ?? []),
      nameKey,
    ),
    externalIds: union(records.flatMap(externalIdsOf), identityKey).filter(
      (id) => !IDENTIFYING_SITES.has(id.site) || ownsIdentity(id),
    ),
    images: canonicalImages(records.find(({ images }) => images?.length)?.images ?? []),
  };
}

export function canonicalImages(images: NonNullable<AnimeRecord['images']>): CanonicalImage[] {
  return images.map(({ url, width, height }) => ({ url, width: width ?? null, height: height ?? null }));
}

/** What reviewers added stands behind what sources say; their word on a title's kind counts, and on which is the preferred one. */
function titlesOf(records: readonly AnimeRecord[]): CanonicalTitle[] {
  const added = records.flatMap(({ source, titles }) => (source === REVIEW_SOURCE ? (titles ?? []) : []));
  const stated = records.flatMap(({ source, titles }) => (source === REVIEW_SOURCE ? [] : [titles]));
  const titles = unionOfTitles([...stated, added]).map((merged) => {
    const word = added.find(({ title, language }) => title === merged.title && (language ?? null) === merged.language);
    return word?.kind == null ? merged : { ...merged, kind: word.kind };
  });
  const preferred = records.find(({ source }) => source === REVIEW_SOURCE)?.title;
  return preferred === undefined ? titles : withPreferred(titles, preferred);
}

/** The title that a reviewer prefers before the others, where no source states it any more, too. */
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

/** The union of titles. The same text in the same language is one title; a text without language yields to one with. */
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
    } else {
      twin.language ??= language;
      twin.kind ??= kind;
    }
  }
  return merged;
}

function union<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}
