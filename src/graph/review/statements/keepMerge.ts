import type { TransactionClient } from '../../../database/database.ts';
import { mergedRows, mergedState } from './mergedRows.ts';

/** Keeps what two anime are, and which proposals may mean the one that ends, before a merge. */
export async function keepBeforeMerge(
  client: TransactionClient,
  mergedId: string,
  survivorId: string,
  at: Date,
): Promise<void> {
  const ids = [mergedId, survivorId] as const;
  await client.$executeRaw`
    INSERT INTO anime_merge (merged_id, survivor_id, before, after, created_at)
    SELECT ${mergedId}::uuid, ${survivorId}::uuid, ${mergedRows(ids)} || jsonb_build_object('proposal', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'candidates', p.candidates)), '[]') FROM proposal p
      WHERE p.status = 'pending' AND ${mergedId}::uuid = ANY (p.candidates))), '', ${at}`;
}

/** Keeps what the merge has made of them: as long as that is so, it can be undone. */
export async function keepAfterMerge(client: TransactionClient, mergedId: string, survivorId: string): Promise<void> {
  await client.$executeRaw`
    UPDATE anime_merge SET after = ${mergedState([mergedId, survivorId])} WHERE merged_id = ${mergedId}::uuid`;
}
