import { REVIEW_SOURCE } from '../import/record.ts';
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
