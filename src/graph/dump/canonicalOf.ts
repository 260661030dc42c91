import { canonicalImages } from '../import/draft/canonicalAnime.ts';
import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode, CanonicalTitle } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { mergeFields } from '../model/field.ts';
import type { RestoredFacts } from '../publication/changes.ts';
import type { DumpedAnime, DumpedEpisode } from './dumpRecord.ts';

/** The canonical value that a dump states. */
export function canonicalAnimeOf(record: Omit<DumpedAnime, keyof RestoredFacts | 'mergedIds'>): CanonicalAnime {
  const { genres = [], studios = [], externalIds, images = [], relations } = record;
  return {
    titles: titlesOf(record.titles),
    ...mergeFields(animeFields, [record]),
    genres,
    studios,
    externalIds,
    images: canonicalImages(images),
    relations: relations.map((relation) => ({ ...relation, statedBy: null })),
  };
}

/** As canonicalAnimeOf. */
export function canonicalEpisodeOf(record: Omit<DumpedEpisode, keyof RestoredFacts | 'endedIds'>): CanonicalEpisode {
  return {
    animeId: record.anime.sourceId,
    ...mergeFields(episodeFields, [record]),
    titles: titlesOf(record.titles ?? []),
    status: record.status,
    releasedAt: record.releasedAt ?? null,
  };
}

function titlesOf(titles: DumpedAnime['titles']): CanonicalTitle[] {
  return titles.map(({ title, language, kind }) => ({ title, language: language ?? null, kind: kind ?? null }));
}
