import { Command } from 'commander';
import type { ProposalStatus } from '../../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';
import { visibleLine } from '../../../visibleText.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { CommandFailure } from '../../failure/commandFailure.ts';
import { printJson, printText } from '../../terminal/output.ts';
import { recordTitle } from './recordTitle.ts';

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
      }
      difference {
        field
        before
        after
      }
      reviewer
      decision
      createdAt
      decidedAt
    }
  }
`);

type ShownProposal = NonNullable<ResultOf<typeof showProposal>['proposal']>;

/** `catalog review show ID` */
export function reviewShowCommand(): Command {
  return new Command('show')
    .description('Show a record that waits, the anime it may mean, and what approving it would change')
    .argument('<id>', 'the proposal', uuidArgument)
    .addOption(jsonOption())
    .action(async (id: string, { json }: { json?: true }) => {
      const { proposal } = await (await connect()).run(showProposal, { id });
      if (proposal === null) throw new CommandFailure('not_found', `there is no proposal ${id}`);
      return json ? printJson(showJson(proposal)) : printText(describe(proposal));
    });
}

function showJson({ candidates, difference, ...proposal }: ShownProposal): Record<string, unknown> {
  return {
    ...proposal,
    candidates,
    difference: difference.map(({ field, before, after }) => ({
      field,
      before: before === null ? null : JSON.parse(before),
      after: JSON.parse(after),
    })),
  };
}

const CHANGES: Readonly<Record<ProposalStatus, string>> = {
  pending: 'approving changes',
  approved: 'approving changed',
  rejected: 'approving would have changed',
  superseded: '',
};

function describe(proposal: ShownProposal): string {
  const title = recordTitle(proposal.record);
  const lines = [
    `${proposal.type} ${proposal.source} ${proposal.sourceId}${title === null ? '' : `: ${title}`}`,
    `status   ${proposal.status}${proposal.reviewer === null ? '' : ` by ${proposal.reviewer}`}`,
    `waits    ${proposal.reason.replaceAll('_', ' ')}, since ${proposal.createdAt}`,
  ];
  if (proposal.decision !== null) lines.push(`reason   ${proposal.decision}`);
  for (const { id, title: name, format, year } of proposal.candidates) {
    lines.push(`may mean ${id}  ${name} (${[format, year].filter((part) => part !== null).join(', ')})`);
  }
  if (proposal.difference.length > 0) lines.push(CHANGES[proposal.status]);
  for (const { field, before, after } of proposal.difference) {
    lines.push(before === null ? `  ${field}: ${after}` : `  ${field}: ${before} -> ${after}`);
  }
  return lines.map(visibleLine).join('\n');
}
