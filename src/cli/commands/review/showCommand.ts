import { Command } from 'commander';
import type { ProposalStatus } from '../../../graph/model/vocabulary.ts';
import { recordTitle, sharedIds, waitingReason } from '../../../graph/review/waitingReason.ts';
import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';
import { visibleLine } from '../../../visibleText.ts';
import { answering } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { connect, type GraphClient } from '../../client/graphClient.ts';
import { CommandFailure } from '../../failures.ts';
import { type Approval, previewApproval, previewText } from './previewApproval.ts';

const showProposal = graphql(`
  query ShowProposal($id: UUID!) {
    proposal(id: $id) {
      id
      type
      source
      sourceId
      record
      reason
      status
      candidates {
        id
        title
        format
        year
        externalIds { site id }
      }
      difference { field before after }
      holds
      reviewer
      decision
      createdAt
      decidedAt
    }
  }
`);

type ShownProposal = NonNullable<ResultOf<typeof showProposal>['proposal']>;

/** One way to approve, with its effects. */
interface Way {
  readonly into: string | null;
  readonly new: boolean;
  readonly approval: Approval;
}

/** `catalog review show ID` */
export function reviewShowCommand(): Command {
  return answering(
    new Command('show')
      .description('Show a pending record, its candidates, and the effects of approving it')
      .argument('<id>', 'the proposal', idArgument('proposal'))
      .addHelpText(
        'after',
        '\nA token after "seen" is for catalog review approve --seen: it approves what is shown here or nothing.',
      ),
    async (id: string) => {
      const client = await connect();
      const { proposal } = await client.run(showProposal, { id });
      if (proposal === null) throw new CommandFailure('not_found', `there is no proposal ${id}`);
      const ways = proposal.status === 'pending' ? await previewWays(client, proposal) : [];
      return { json: showJson(proposal, ways), text: describe(proposal, ways) };
    },
  );
}

/**
 * An unambiguous record has one way to be approved; an ambiguous one can go to each candidate, or become a new anime.
 */
async function previewWays(client: GraphClient, { id, reason, candidates }: ShownProposal): Promise<Way[]> {
  const choices =
    reason === 'ambiguous_match'
      ? [...candidates.map((anime) => ({ into: anime.id, new: false })), { into: null, new: true }]
      : [{ into: null, new: false }];
  const ways: Way[] = [];
  for (const choice of choices) {
    const { proposal } = await client.run(previewApproval, { id, ...choice, withoutSharedIds: choice.new });
    if (proposal !== null) ways.push({ ...choice, approval: proposal.approval });
  }
  return ways;
}

function showJson({ difference, ...proposal }: ShownProposal, ways: readonly Way[]): Record<string, unknown> {
  return {
    ...proposal,
    difference: valuesOf(difference),
    approvals: ways.map(({ approval, ...choice }) => ({
      ...choice,
      ...approval,
      difference: valuesOf(approval.difference),
    })),
  };
}

function valuesOf(difference: ShownProposal['difference']): object[] {
  return difference.map(({ field, before, after }) => ({
    field,
    before: before === null ? null : JSON.parse(before),
    after: JSON.parse(after),
  }));
}

const CHANGES: Readonly<Record<Exclude<ProposalStatus, 'pending'>, string>> = {
  approved: 'approving changed',
  rejected: 'approving would have changed',
  superseded: '',
};

function describe(proposal: ShownProposal, ways: readonly Way[]): string {
  const title = recordTitle(proposal.record);
  const lines = [
    `${proposal.type} ${proposal.source} ${proposal.sourceId}${title === null ? '' : `: ${title}`}`,
    `status   ${proposal.status}${proposal.reviewer === null ? '' : ` by ${proposal.reviewer}`}`,
    `waits    ${waitingReason(proposal)}, since ${proposal.createdAt}`,
  ];
  if (proposal.decision !== null) lines.push(`reason   ${proposal.decision}`);
  if (proposal.holds.length > 0)
    lines.push(`holds    ${proposal.holds.join(', ')}, until ${proposal.source} says otherwise`);
  for (const candidate of proposal.candidates) {
    const { id, title: name, format, year } = candidate;
    const shared = sharedIds(proposal, candidate);
    const facts = [format, year, ...shared].filter((part) => part !== null);
    lines.push(`may mean ${id}  ${name} (${facts.join(', ')})`);
  }
  if (proposal.status !== 'pending' && proposal.difference.length > 0) {
    lines.push(CHANGES[proposal.status], ...previewText({ difference: proposal.difference, idsElsewhere: [] }));
  }
  for (const { into, new: asNew, approval } of ways) {
    const way = asNew ? 'as a new anime' : into === null ? '' : `into ${into}`;
    const token = approval.seen === null ? '' : ` (seen ${approval.seen})`;
    lines.push(`approving${way === '' ? '' : ` ${way}`} ${approval.seen === null ? 'is refused' : 'changes'}${token}`);
    if (approval.refusal !== null) lines.push(`  ${approval.refusal}`);
    lines.push(...previewText(approval));
  }
  return lines.map(visibleLine).join('\n');
}
