import { DUMP_VERSION } from '../../graph/dump/dumpRecord.ts';
import { bangumiDataRecords } from '../../graph/import/formats/bangumiData.ts';
import type { ImportFormat } from '../../graph/model/vocabulary.ts';
import { CommandFailure } from '../failures.ts';
import { convertItem, type ImportItem } from './importItem.ts';
import { parseLine } from './parseLine.ts';
import { readAnimeOfflineDatabase } from './readAnimeOfflineDatabase.ts';
import { readJsonItems } from './readJsonItems.ts';
import { splitLines } from './splitLines.ts';

/**
 * Reads the data.json of the npm package bangumi-data, as a whole: several of its items may be one record.
 * @param now tells what is announced, airing or finished
 */
async function* readBangumiData(chunks: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ImportItem> {
  const { originals, convert } = bangumiDataRecords(now, await readJsonItems(chunks, 'items'));
  for (const { value, number } of originals) {
    yield convertItem({ unit: 'item', number, of: originals.length }, value, convert);
  }
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
    : isDumpHead(text)
      ? 'dump'
      : /^\s*\{\s*("\$schema"\s*:\s*"[^"]*"\s*,\s*)?"license"\s*:/.test(text)
        ? 'anime-offline-database'
        : null;
  if (name !== null) {
    throw new CommandFailure('wrong_format', `this looks like ${name}: import it with --format ${name}`);
  }
}

/**
 * Reads a dump: a line that says what it is, then its records.
 * @throws CommandFailure `wrong_format` when the first line does not say so, or names a version that is not known
 */
async function* readDump(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  for await (const line of splitLines(chunks)) {
    const item = parseLine(line);
    if (line.number > 1) {
      yield item;
      continue;
    }
    const head = ('record' in item ? item.record : {}) as { readonly type?: unknown; readonly version?: unknown };
    if (head.type !== 'dump')
      throw new CommandFailure('wrong_format', 'this is no dump: its first line does not say so');
    if (head.version !== DUMP_VERSION) {
      const message = `this dump has version ${JSON.stringify(head.version)} of the format, and version ${DUMP_VERSION} is known: import it with the release that made it`;
      throw new CommandFailure('wrong_format', message);
    }
  }
}

function isDumpHead(text: string): boolean {
  return /^\s*\{\s*"type"\s*:\s*"dump"/.test(text);
}

/** Reads the records of a format from unpacked bytes. */
export type RecordReader = (chunks: AsyncIterable<Uint8Array>, now: Date) => AsyncIterable<ImportItem>;

/** The file formats by the names that `--format` takes. */
export const RECORD_FORMATS = {
  catalog: readCatalog,
  'anime-offline-database': readAnimeOfflineDatabase,
  'bangumi-data': readBangumiData,
  dump: readDump,
} as const satisfies Record<ImportFormat, RecordReader>;
