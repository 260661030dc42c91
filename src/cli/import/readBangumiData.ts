import { bangumiDataConverter } from '../../graph/import/formats/bangumiData.ts';
import { convertItem } from './convertItem.ts';
import type { ImportItem } from './importItem.ts';
import { readJsonItems } from './readJsonItems.ts';

/**
 * Reads the data.json of the npm package bangumi-data, as a whole: an item's key depends on the others. What comes before a break is
 * read. @param now tells what is announced, airing or finished
 */
export async function* readBangumiData(chunks: AsyncIterable<Uint8Array>, now: Date): AsyncGenerator<ImportItem> {
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
