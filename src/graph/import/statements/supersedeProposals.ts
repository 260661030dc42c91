import type { TransactionClient } from '../../../database/database.ts';
import { recordKey } from '../planBatch.ts';
import type { StoredMatches } from './selectRecords.ts';

/** A record that was published after all needs no reviewer any more: its pending proposals are superseded. */
export async function supersedeProposals(
  client: TransactionClient,
  publishedKeys: readonly string[],
  matches: StoredMatches,
  at: Date,
): Promise<void> {
  const published = new Set(publishedKeys);
  const ids = matches.proposals
    .filter((proposal) => proposal.status === 'pending' && published.has(recordKey(proposal)))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await client.proposal.updateMany({
    where: { id: { in: ids } },
    data: { status: 'superseded', updatedAt: at, decidedAt: at },
  });
}
