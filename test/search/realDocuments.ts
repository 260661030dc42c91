import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readCatalog } from '../../bench/readCatalog.ts';
import type { SearchDocument } from '../../src/graph/search/port.ts';
import { searchDocument } from './conformance/searchDocument.ts';

interface BangumiData {
  readonly items: readonly {
    readonly title: string;
    readonly titleTranslate: Readonly<Record<string, readonly string[]>>;
    readonly type: string;
    readonly begin: string;
    readonly end: string;
  }[];
}

/** Real titles: the catalogue at CATALOG_FILE, else the npm package bangumi-data (8,000 anime). */
export async function realDocuments(): Promise<SearchDocument[]> {
  const file = process.env.CATALOG_FILE;
  if (file) return await readCatalog(file);
  const path = createRequire(import.meta.url).resolve('bangumi-data/dist/data.json');
  const { items } = JSON.parse(await readFile(path, 'utf8')) as BangumiData;
  return items.map(({ title, titleTranslate, type, begin, end }, n) =>
    searchDocument(n, [title, ...Object.values(titleTranslate).flat()], {
      format: type === 'web' ? 'ona' : type,
      status: end ? 'finished' : 'unknown',
      year: begin ? Number(begin.slice(0, 4)) : null,
      season: (['winter', 'spring', 'summer', 'fall', null] as const)[n % 5] ?? null,
      genre: ['action', 'drama', 'comedy'].filter((_genre, at) => (n >> at) % 2 === 1),
      studio: [`studio-${n % 40}`],
      isAdult: ([true, false, null] as const)[n % 3] ?? null,
      startDate: begin ? begin.slice(0, 10) : null,
      episodes: n % 4 === 0 ? null : n % 30,
      airing: (['monday', 'sunday', null] as const)[n % 3] ?? null,
      prominence: (n * 37) % 260,
    }),
  );
}
