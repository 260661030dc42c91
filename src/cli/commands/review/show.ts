import { visibleLine } from '../../../base/visibleText.ts';
import type { ProposalStatus } from '../../../graph/model/vocabulary.ts';
import { previewApproval, previewWays, proposalFields } from '../../../graph/operations/proposalOperations.ts';
import { premiereOf, recordTitle, sharedIds, waitingReason } from '../../../graph/review/waitingReason.ts';
import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';
import { connect } from '../../client/graphClient.ts';
import { argument, parseId } from '../../command/parameters.ts';
import { working } from '../../command/row.ts';
import { CommandFailure } from '../../failures.ts';
import { previewText } from './previewText.ts';

const showProposal = graphql(
  `
    query ShowProposal($id: UUID!) {
      proposal(id: $id) { ...ProposalFields candidates { id title format year startDate externalIds { site id } } }
    }
  `,
  [proposalFields],
);

type ShownProposal = NonNullable<ResultOf<typeof showProposal>['proposal']>;

type Way = Awaited<ReturnType<typeof previewWays>>[number];

/** `catalog review show ID` */
export const show = working({
  name: 'show',
  about: 'Show a pending record, its candidates, and the effects of approving it',
  example: '2b6a1c4d',
  notes: 'A token after "seen" is for catalog review approve --seen: it approves what is shown here or nothing.',
  parameters: { id: argument('<id>', 'the proposal', parseId('proposal')) },
  async run({ id }) {
    const client = await connect();
    const { proposal } = await client.run(showProposal, { id });
    if (proposal === null) throw new CommandFailure('not_found', `there is no proposal ${id}`);
    const ways = await previewWays(proposal, (way) => client.run(previewApproval, way));
    return { json: showJson(proposal, ways), text: describe(proposal, ways) };
  },
});

function showJson({ difference, ...proposal }: ShownProposal, ways: readonly Way[]): Record<string, unknown> {
  return {
    ...proposal,
    difference: parseValues(difference),
    approvals: ways.map(({ approval, ...choice }) => ({
      ...choice,
      ...approval,
      difference: parseValues(approval.difference),
    })),
  };
}

function parseValues(difference: ShownProposal['difference']): object[] {
  return difference.map(({ field, before, after }) => ({
    field,
    before: before === null ? null : JSON.parse(before),
    after: JSON.parse(after),
  }));
}

const CHANGES: Readonly<Record<Exclude<ProposalStatus, 'pending'>, string>> = {
  approved: 'approving changed',
  rejected: 'approving would have changed (nothing was; catalog review reopen makes it pending again)',
  superseded: '',
};

function describe(proposal: ShownProposal, ways: readonly Way[]): string {
  const title = recordTitle(proposal.record);
  const by = proposal.status === 'pending' ? ', reopened by ' : ' by ';
  const lines = [
    `${proposal.type} ${proposal.source} ${proposal.sourceId}${title === null ? '' : `: ${title}`}`,
    `status   ${proposal.status}${proposal.reviewer === null ? '' : `${by}${proposal.reviewer}`}`,
    `pending  ${waitingReason(proposal)}, since ${proposal.createdAt}`,
  ];
  if (proposal.decision !== null) lines.push(`reason   ${proposal.decision}`);
  if (proposal.holds.length > 0)
    lines.push(`holds    ${proposal.holds.join(', ')}, until ${proposal.source} says otherwise`);
  for (const candidate of proposal.candidates) {
    const { id, title: name, format, year } = candidate;
    const shared = sharedIds(proposal, candidate);
    const facts = [format, year, ...shared, premiereOf(proposal.record, candidate)].filter((part) => part !== null);
    lines.push(`may mean ${id}  ${name} (${facts.join(', ')})`);
  }
  if (proposal.status !== 'pending' && proposal.difference.length > 0) {
    lines.push(CHANGES[proposal.status], ...previewText({ difference: proposal.difference, idsElsewhere: [] }));
  }
  for (const { into, new: asNew, approval } of ways) {
    const way = asNew ? 'as a new anime' : into === null ? '' : `into ${into}`;
    const needed = asNew && approval.idsElsewhere.length > 0 ? ', with --without-shared-ids' : '';
    const token = approval.seen === null ? '' : ` (seen ${approval.seen}${needed})`;
    lines.push(`approving${way === '' ? '' : ` ${way}`} ${approval.seen === null ? 'is refused' : 'changes'}${token}`);
    if (approval.refusal !== null) lines.push(`  ${approval.refusal}`);
    else lines.push(...previewText(approval));
  }
  return lines.map(visibleLine).join('\n');
}
