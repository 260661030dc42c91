import { Command } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printText } from '../../terminal/output.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const rejectProposal = graphql(`
  mutation RejectProposal($input: RejectProposalInput!) {
    rejectProposal(input: $input) {
      proposal {
        id
        status
        reviewer
      }
    }
  }
`);

/** `catalog review reject ID` */
export function reviewRejectCommand(): Command {
  return withDecisionOptions(
    new Command('reject')
      .description('Let a record that waits be; the same record does not come up again')
      .argument('<id>', 'the proposal', uuidArgument),
  )
    .addOption(jsonOption())
    .action(async (id: string, options: DecisionOptions) => {
      const input = { id, ...decisionInput(options) };
      const { proposal } = (await (await connect(options.reviewer)).run(rejectProposal, { input })).rejectProposal;
      return options.json ? printJson({ proposal }) : printText(`Rejected ${proposal.id}.`);
    });
}
