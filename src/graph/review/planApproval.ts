import type { Proposal } from '../../database/generated/client.ts';
import { type DraftReads, loadDraft } from '../import/draft/loadDraft.ts';
import { storedRecord } from '../import/record.ts';
import type { Approval, Choice } from './approval.ts';
import { approveAnime } from './approveAnime.ts';
import { approveEpisode } from './approveEpisode.ts';

/**
 * Computes an approval without writing it. Values that the reviewer accepts against other sources become a record of
 * the source `review`, which outranks all others (docs/decisions.md#canonical-value); for an ambiguous record only its
 * identity is decided.
 * @throws CatalogError when the choice is missing or impossible
 */
export async function planApproval(
  reads: DraftReads,
  proposal: Pick<Proposal, 'record' | 'reason'>,
  choice: Choice,
  now: Date,
): Promise<Approval> {
  const record = storedRecord(proposal.record);
  const { draft } = await loadDraft(reads, [record]);
  const decides = proposal.reason !== 'ambiguous_match';
  return record.type === 'anime'
    ? approveAnime(reads, draft, record, decides, choice)
    : approveEpisode(reads, draft, record, decides, choice, now);
}
