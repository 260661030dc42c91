import { repeatedMember } from '../../base/repeatedMember.ts';
import { DUMP_VERSION } from '../../graph/dump/dumpRecord.ts';
import { convertAnimeOfflineDatabase } from '../../graph/import/formats/animeOfflineDatabase.ts';
import { bangumiDataRecords } from '../../graph/import/formats/bangumiData.ts';
import type { ImportFormat } from '../../graph/model/vocabulary.ts';
import { CommandFailure } from '../failures.ts';
import { convertItem, type ImportItem } from './importItem.ts';
import { type Line, splitLines } from './splitLines.ts';

/** A document is held whole: the largest that is read is some ten times bangumi-data's. */
const LONGEST_DOCUMENT = 2 ** 26;

/**
 * The elements of one array member of a JSON document (`{"items":[…]}`).
 * @throws CommandFailure `broken_document` where it is not JSON, too large or has a member twice, `wrong_document` when
 * it has no such array
 */
async function readJsonItems(chunks: AsyncIterable<Uint8Array>, member: string): Promise<readonly unknown[]> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > LONGEST_DOCUMENT) {
      throw new CommandFailure('broken_document', `the JSON document has more than ${LONGEST_DOCUMENT} bytes`);
    }
    parts.push(chunk);
  }
  const items = parseMember(Buffer.concat(parts).toString('utf8'), member);
  if (Array.isArray(items) && items.length > 0) return items;
  throw new CommandFailure('wrong_document', `the JSON document has no array "${member}" with anything in it`);
}

function parseMember(text: string, member: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (error) {
    throw new CommandFailure('broken_document', `not JSON: ${(error as Error).message}`, { cause: error });
  }
  const twice = repeatedMember(json);
  if (twice === null) return (document as Readonly<Record<string, unknown>> | null)?.[member];
  throw new CommandFailure('broken_document', `the JSON document has the member ${twice} twice in one object`);
}

/**
 * Reads the data.json of the npm package bangumi-data, as a whole: several of its items may be one record.
 * @param now decides what is announced, airing or finished
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

/**
 * Reads anime-offline-database as JSON Lines. Its first line may be the facts of the release, which name no anime.
 * @throws CommandFailure `wrong_document` when the file holds no anime, or is its JSON
 */
async function* readAnimeOfflineDatabase(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  let any = false;
  for await (const line of splitLines(chunks)) {
    if (line.number === 1) refuseDocument(line);
    const item = parseLine(line);
    if (line.number === 1 && 'record' in item && isRelease(item.record)) continue;
    any = true;
    yield 'record' in item ? convertItem(item.place, item.record, convertAnimeOfflineDatabase) : item;
  }
  if (!any) throw new CommandFailure('wrong_document', 'the JSON Lines hold the facts of the release and no anime');
}

/** Its JSON is one line that is too long, one object with the data in it, or begins on a line of its own. */
function refuseDocument(line: Line): void {
  const isDocument = 'problem' in line ? line.problem.includes('bytes') : /^\s*\{\s*$|"data"\s*:\s*\[/.test(line.text);
  if (isDocument) {
    throw new CommandFailure(
      'wrong_document',
      'this is no JSON Lines: take the .jsonl, .jsonl.zst or .jsonl.gz of the release',
    );
  }
}

function isRelease(line: object): boolean {
  return ['$schema', 'license', 'repository', 'lastUpdate'].some((member) => member in line);
}

/** Records have four levels; what recurses over a value must end. */
const MOST_LEVELS = 100;

/** The JSON object that a line holds. */
function parseLine(line: Line): ImportItem {
  const place = { unit: 'line', number: line.number } as const;
  if ('problem' in line) return { place, reason: line.problem, pointer: null };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return { place, reason: `the line is not JSON: ${(error as Error).message}`, pointer: null };
  }
  if (isDeeper(value, MOST_LEVELS)) {
    return { place, reason: `the line has more than ${MOST_LEVELS} levels of objects and lists`, pointer: null };
  }
  const twice = repeatedMember(line.text);
  if (twice !== null) return { place, reason: `the line has the member ${twice} twice in one object`, pointer: null };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { place, record: value };
  return { place, reason: 'the line must be a JSON object', pointer: null };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
