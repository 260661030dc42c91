import type { TransactionClient } from '../../../database/database.ts';
import type { EasedRejection } from '../rejections.ts';

/** Lets rejections hold what is left of them. */
export async function easeRejections(client: TransactionClient, eased: readonly EasedRejection[]): Promise<void> {
  if (eased.length === 0) return;
  await client.$executeRaw`
    UPDATE proposal p SET holds = nullif(e.holds, 'null')
    FROM jsonb_to_recordset(${JSON.stringify(eased)}::jsonb) AS e (id uuid, holds jsonb) WHERE p.id = e.id`;
}
