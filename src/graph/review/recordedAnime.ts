import DataLoader from 'dataloader';
import { type CatalogRecord, recordKey } from '../import/record.ts';
import type { LoaderSources } from '../reading/loaders.ts';

type RecordKey = Pick<CatalogRecord, 'type' | 'source' | 'sourceId'>;

/** The ids of the anime that records belong to, by key; null where none was taken of that key. */
export function recordedAnime({ database }: LoaderSources): DataLoader<RecordKey, string | null, string> {
  return new DataLoader(
    async (keys) => {
      const rows = await database.client.sourceRecord.findMany({
        where: { OR: keys.map(({ type, source, sourceId }) => ({ type, source, sourceId })) },
        select: { type: true, source: true, sourceId: true, animeId: true },
      });
      const found = new Map(rows.map((row) => [recordKey(row), row.animeId]));
      return keys.map((key) => found.get(recordKey(key)) ?? null);
    },
    { cacheKeyFn: recordKey },
  );
}
