import { convertAnimeOfflineDatabase } from '../../graph/import/formats/animeOfflineDatabase.ts';
import { CommandFailure } from '../failures.ts';
import { convertItem, type ImportItem } from './importItem.ts';
import { parseLine } from './parseLine.ts';
import { type Line, splitLines } from './splitLines.ts';

/**
 * Reads anime-offline-database as JSON Lines. Its first line may be the facts of the release, which name no anime.
 * @throws CommandFailure `wrong_document` when the file holds no anime, or is its JSON
 */
export async function* readAnimeOfflineDatabase(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem> {
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
