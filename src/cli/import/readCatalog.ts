import { CommandFailure } from '../failure/commandFailure.ts';
import type { ImportItem } from './importItem.ts';
import { parseLine } from './parseLine.ts';
import { splitLines } from './splitLines.ts';

/**
 * Reads the `catalog` format: NDJSON, one record a line.
 * @throws CommandFailure `wrong_format` when the first line shows one of the other formats
 */
export async function* readCatalog(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
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
