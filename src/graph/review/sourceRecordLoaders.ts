import DataLoader from 'dataloader';
import { type CatalogRecord, REVIEW_SOURCE, recordKey } from '../import/record.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';

/** The node behind the graph's SourceRecord. */
export interface SourceRecordNode {
  readonly source: string;
  readonly sourceId: string;
  readonly record: unknown;
  readonly updatedAt: string;
  readonly animeId: string;
}

/** What sources state of anime, without what they state of episodes and without reviewers' decisions. */
export const recordsOfAnime = ({ database }: LoaderSources) =>
  relationLoader<SourceRecordNode>(
    async (animeIds) => {
      const rows = await database.client.sourceRecord.findMany({
        where: { animeId: { in: animeIds }, type: 'anime', source: { not: REVIEW_SOURCE } },
        orderBy: [{ source: 'asc' }, { sourceId: 'asc' }],
      });
      return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
    },
    ({ animeId }) => animeId,
  );

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
