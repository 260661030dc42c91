import type { SearchDocument } from '../src/graph/search/port.ts';
import { readAnime } from './catalogRecords.ts';
import { computeProminences, type ProminenceRecord } from './computeProminences.ts';

export interface CatalogTitle {
  readonly title: string;
  /** BCP 47, e.g. `ja-Latn`; null when the record does not say. */
  readonly language: string | null;
}

export interface CatalogAnime extends SearchDocument {
  readonly labelledTitles: readonly CatalogTitle[];
  /** `source:sourceId` of the record. */
  readonly sourceKey: string;
  readonly popularity: number | null;
}

/** An id for the n-th anime; two runs over one file give the same. */
export function benchId(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/**
 * The anime of a file in the import format `catalog`, gzipped or plain.
 * @throws when `path` cannot be read
 */
export async function readCatalog(path: string): Promise<CatalogAnime[]> {
  const anime: CatalogAnime[] = [];
  const weighed: ProminenceRecord[] = [];
  for await (const record of readAnime(path)) {
    const labelledTitles = record.titles.map(({ title, language }) => ({ title, language: language ?? null }));
    const id = benchId(anime.length);
    anime.push({
      id,
      version: 1n,
      titles: labelledTitles.map(({ title }) => title),
      labelledTitles,
      sourceKey: `${record.source}:${record.sourceId}`,
      format: record.format ?? 'unknown',
      status: record.status ?? 'unknown',
      year: record.year ?? null,
      season: record.season ?? null,
      genre: record.genres ?? [],
      studio: record.studios ?? [],
      isAdult: record.isAdult ?? null,
      startDate: record.startDate ?? null,
      episodes: record.episodes ?? null,
      airing: null,
      popularity: record.popularity ?? null,
      prominence: 0,
    });
    weighed.push({
      id,
      titles: labelledTitles,
      sites: Object.keys(record.externalIds ?? {}),
      year: record.year ?? null,
      episodes: record.episodes ?? null,
      popularity: record.popularity ?? null,
    });
  }
  const prominences = await computeProminences(weighed);
  return anime.map((each, n) => ({ ...each, prominence: prominences[n] ?? 0 }));
}

/** The real catalogue's path; without it a benchmark says so and stops. */
export function catalogFile(): string {
  const path = process.env.CATALOG_FILE;
  if (path === undefined || path === '') {
    process.stderr.write(
      'CATALOG_FILE is not set: give the path of a catalogue in the format "catalog" (NDJSON, .gz).\n',
    );
    process.exit(2);
  }
  return path;
}
