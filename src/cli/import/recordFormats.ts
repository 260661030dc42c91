import type { ImportItem } from './importItem.ts';
import { readAnimeOfflineDatabase } from './readAnimeOfflineDatabase.ts';
import { readBangumiData } from './readBangumiData.ts';
import { readCatalog } from './readCatalog.ts';

/** Reads the records of a format from unpacked bytes. */
export type RecordReader = (chunks: AsyncIterable<Uint8Array>, now: Date) => AsyncIterable<ImportItem>;

/** The file formats by the names that `--format` takes. */
export const RECORD_FORMATS = {
  catalog: readCatalog,
  'anime-offline-database': readAnimeOfflineDatabase,
  'bangumi-data': readBangumiData,
} as const satisfies Record<string, RecordReader>;

export type RecordFormatName = keyof typeof RECORD_FORMATS;
