import { convertAnimeOfflineDatabase } from '../../graph/import/formats/animeOfflineDatabase.ts';
import { CommandFailure } from '../failures.ts';
import { convertItem, type ImportItem } from './importItem.ts';
import { parseLine } from './parseLine.ts';
import { peek } from './peek.ts';
import { readJsonItems } from './readJsonItems.ts';
import { splitLines } from './splitLines.ts';

const LONGEST_FIRST_LINE = 1 << 20;
const LINE_FEED = 0x0a;

/**
 * Reads anime-offline-database as published: its JSON, pretty or minified, or its JSON Lines.
 * @throws CommandFailure `broken_document` or `wrong_document` when the file is cut or holds no anime
 */
export async function* readAnimeOfflineDatabase(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  const input = await peek(chunks, (head) => head.includes(LINE_FEED) || head.length > LONGEST_FIRST_LINE);
  yield* holdsAnObject(firstLine(input.head)) ? readLines(input.chunks) : readDocument(input.chunks);
}

async function* readDocument(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  let number = 0;
  for await (const item of readJsonItems(chunks, 'data')) {
    number += 1;
    yield convertItem({ unit: 'item', number }, item, convertAnimeOfflineDatabase);
  }
}

/** Its first line may be the facts of the release, which name no anime. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  let any = false;
  for await (const line of splitLines(chunks)) {
    const item = parseLine(line);
    if (line.number === 1 && 'record' in item && isRelease(item.record)) continue;
    any = true;
    yield 'record' in item ? convertItem(item.place, item.record, convertAnimeOfflineDatabase) : item;
  }
  if (!any) throw new CommandFailure('wrong_document', 'the JSON Lines hold the facts of the release and no anime');
}

function isRelease(line: object): boolean {
  return ['$schema', 'license', 'repository', 'lastUpdate'].some((member) => member in line);
}

/** Without its line feed; null when none ends in what was read. */
function firstLine(head: Buffer): string | null {
  const end = head.indexOf(LINE_FEED);
  return end === -1 ? null : head.subarray(0, end).toString('utf8');
}

/** The first of its JSON Lines is a whole object; in the other files that object holds the data too. */
function holdsAnObject(line: string | null): boolean {
  if (line === null) return false;
  try {
    return !('data' in (JSON.parse(line.replace(/^\ufeff/, '')) as object));
  } catch {
    return false;
  }
}
