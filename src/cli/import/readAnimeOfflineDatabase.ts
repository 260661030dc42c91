import { convertAnimeOfflineDatabase } from '../../graph/import/formats/animeOfflineDatabase.ts';
import { convertItem } from './convertItem.ts';
import type { ImportItem } from './importItem.ts';
import { parseLine } from './parseLine.ts';
import { peekLine } from './peekLine.ts';
import { readJsonItems } from './readJsonItems.ts';
import { splitLines } from './splitLines.ts';

const LONGEST_FIRST_LINE = 1 << 20;

/** Reads anime-offline-database as published: its JSON, pretty or minified, or its JSON Lines. */
export async function* readAnimeOfflineDatabase(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  const input = await peekLine(chunks, LONGEST_FIRST_LINE);
  yield* holdsAnObject(input.line) ? readLines(input.chunks) : readDocument(input.chunks);
}

async function* readDocument(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  let number = 0;
  for await (const item of readJsonItems(chunks, 'data')) {
    number += 1;
    yield convertItem({ unit: 'item', number }, item, convertAnimeOfflineDatabase);
  }
}

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
  for await (const line of splitLines(chunks)) {
    const item = parseLine(line);
    if (!('record' in item)) yield item;
    else if (line.number > 1 || 'sources' in item.record) {
      yield convertItem(item.place, item.record, convertAnimeOfflineDatabase);
    }
  }
}

/** The first of its JSON Lines is a whole object, the facts of the release; in the other files that object holds the data too. */
function holdsAnObject(line: string | null): boolean {
  if (line === null) return false;
  try {
    return !('data' in (JSON.parse(line.replace(/^\ufeff/, '')) as object));
  } catch {
    return false;
  }
}
