import type { TransactionClient } from '../../../database/database.ts';

/** Closes proposals whose source has said something else since, or whose record was published after all. */
export async function supersedeProposals(client: TransactionClient, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await client.proposal.updateMany({
    where: { id: { in: [...ids] } },
    data: { status: 'superseded', updatedAt: at, decidedAt: at },
  });
}
