import type { Database } from '../../../src/database/database.ts';
import { draftReads } from '../../../src/graph/import/draft/loadDraft.ts';
import type { PublishingPorts } from '../../../src/graph/publication/publications.ts';
import type { Choice } from '../../../src/graph/review/approval.ts';
import { approveProposal, type Decision, type Reviewer } from '../../../src/graph/review/decideProposal.ts';
import { previewApproval } from '../../../src/graph/review/previewApproval.ts';

/** Approves as a reviewer who has just seen what that would do. */
export async function approveSeen(
  ports: PublishingPorts,
  { client }: Pick<Database, 'client'>,
  id: string,
  choice: Choice,
  reviewer: Reviewer,
): Promise<Decision> {
  const proposal = await client.proposal.findUniqueOrThrow({ where: { id } });
  const { seen } = await previewApproval(draftReads(client), proposal, choice, ports.now());
  return await approveProposal(ports, id, { ...choice, seen }, reviewer);
}
