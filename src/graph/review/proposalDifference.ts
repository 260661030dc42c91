import type { TransactionClient } from '../../database/database.ts';
import type { Proposal } from '../../database/generated/client.ts';
import type { CatalogRecord } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';
import type { FieldDifference } from './difference.ts';
import { planApproval } from './planApproval.ts';

/** A proposal as far as its difference hangs on it. */
export type DifferingProposal = Pick<Proposal, 'record' | 'reason' | 'status' | 'candidates' | 'difference'>;

/**
 * What approving a proposal would change now; of a decided one, what the decision changed or would have. An ambiguous one is compared
 * with its first candidate. Empty where it cannot be approved as things stand, such as an episode whose anime waits too.
 */
export async function proposalDifference(
  client: TransactionClient,
  { record, reason, status, candidates, difference }: DifferingProposal,
  now: Date,
): Promise<readonly FieldDifference[]> {
  // Stored by storedDifference alone.
  if (status !== 'pending') return (difference ?? []) as unknown as readonly FieldDifference[];
  const into = reason === 'ambiguous_match' ? (candidates[0] ?? null) : null;
  const waiting = { record: record as unknown as CatalogRecord, reason };
  try {
    return (await planApproval(client, waiting, { into, asNew: false }, now)).difference;
  } catch (error) {
    if (error instanceof CatalogError) return [];
    throw error;
  }
}

/** The difference as a decided proposal keeps it. */
export function storedDifference(difference: readonly FieldDifference[]) {
  return difference.map(({ field, before, after }) => ({ field, before, after }));
}
