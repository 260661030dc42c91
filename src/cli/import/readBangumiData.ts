import { bangumiDataConverter } from '../../graph/import/formats/bangumiData.ts';
import { convertItem } from './convertItem.ts';
import type { ImportItem } from './importItem.ts';
import { readJsonItems } from './readJsonItems.ts';

/** Reads the data.json of the npm package bangumi-data. `now` tells what is announced, airing or finished. */
export async function* readBangumiData(chunks: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ImportItem> {
  const convert = bangumiDataConverter(now);
  let number = 0;
  for await (const item of readJsonItems(chunks, 'items')) {
    number += 1;
    yield convertItem({ unit: 'item', number }, item, convert);
  }
}
