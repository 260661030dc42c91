import { gunzipSync } from 'node:zlib';
import { readChunk } from '../../../src/graph/dump/dumpRows.ts';
import { makeDump } from '../../../src/graph/dump/makeDump.ts';
import type { TestCatalog } from '../../support/openTestCatalog.ts';

/** Makes a day's dump where there is none. @returns its lines, the head first */
export async function readDump({ database }: Pick<TestCatalog, 'database'>, date: string): Promise<string[]> {
  await makeDump(database, { now: () => new Date(`${date}T10:00:00Z`) });
  const chunks: Buffer[] = [];
  for (let chunk = await readChunk(database, date, 0); chunk !== null; ) {
    chunks.push(chunk);
    chunk = await readChunk(database, date, chunks.length);
  }
  return gunzipSync(Buffer.concat(chunks)).toString().trimEnd().split('\n');
}
