import type { Database } from '../../database/database.ts';
import type { ProposalReason } from '../model/vocabulary.ts';

export interface PendingCount {
  readonly source: string;
  readonly reason: ProposalReason;
  readonly count: number;
}

/** The number of pending proposals by source and reason, the most frequent first. */
export async function countPending(client: Database['client']): Promise<PendingCount[]> {
  const groups = await client.proposal.groupBy({
    by: ['source', 'reason'],
    where: { status: 'pending' },
    _count: { _all: true },
    orderBy: [{ _count: { id: 'desc' } }, { source: 'asc' }, { reason: 'asc' }],
  });
  return groups.map(({ source, reason, _count }) => ({ source, reason, count: _count._all }));
}
