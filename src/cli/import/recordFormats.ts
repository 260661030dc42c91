import { bangumiDataConverter } from '../../graph/import/formats/bangumiData.ts';
import { CommandFailure } from '../failures.ts';
import { convertItem, type ImportItem } from './importItem.ts';
import { parseLine } from './parseLine.ts';
import { readAnimeOfflineDatabase } from './readAnimeOfflineDatabase.ts';
import { readJsonItems } from './readJsonItems.ts';
import { splitLines } from './splitLines.ts';

/**
 * Reads the data.json of the npm package bangumi-data, as a whole: an item's key depends on the
 * others. What comes before a break is read.
 * @param now tells what is announced, airing or finished
 */
async function* readBangumiData(chunks: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ImportItem> {
  const items: unknown[] = [];
  let broken: { readonly error: unknown } | null = null;
  try {
    for await (const item of readJsonItems(chunks, 'items')) items.push(item);
  } catch (error) {
    broken = { error };
  }
  const convert = bangumiDataConverter(now, items);
  for (const [index, item] of items.entries()) {
    yield convertItem({ unit: 'item', number: index + 1, of: items.length }, item, convert);
  }
  if (broken !== null) throw broken.error;
}

/**
 * Reads the `catalog` format: NDJSON, one record a line.
 * @throws CommandFailure `wrong_format` when the first line shows one of the other formats
 */
async function* readCatalog(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  for await (const line of splitLines(chunks)) {
    if (line.number === 1 && 'text' in line) refuseOtherFormats(line.text);
    yield parseLine(line);
  }
}

function refuseOtherFormats(text: string): void {
  const name = /^\s*\{\s*"siteMeta"\s*:/.test(text)
    ? 'bangumi-data'
    : /^\s*\{\s*("\$schema"\s*:\s*"[^"]*"\s*,\s*)?"license"\s*:/.test(text)
      ? 'anime-offline-database'
      : null;
  if (name !== null) {
    throw new CommandFailure('wrong_format', `this looks like ${name}: import it with --format ${name}`);
  }
}

/** Reads the records of a format from unpacked bytes. */
export type RecordReader = (chunks: AsyncIterable<Uint8Array>, now: Date) => AsyncIterable<ImportItem>;

/** The file formats by the names that `--format` takes. */
export const RECORD_FORMATS = {
  catalog: readCatalog,
  'anime-offline-database': readAnimeOfflineDatabase,
  'bangumi-data': readBangumiData,
} as const satisfies Record<string, RecordReader>;

export type RecordFormatName = keyof typeof RECORD_FORMATS;
