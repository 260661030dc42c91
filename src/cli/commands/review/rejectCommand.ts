import { Command } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printText } from '../../terminal/output.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';
import { findProposal, proposalArgument } from './findProposal.ts';

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
      .description('Let a record that waits be: what is new in it stays out until its source says another value')
      .argument('<id>', 'the proposal', proposalArgument),
  )
    .addOption(jsonOption())
    .action(async (named: string, options: DecisionOptions) => {
      const client = await connect(options.reviewer);
      const input = { id: await findProposal(client, named), ...decisionInput(options) };
      const { proposal } = (await client.run(rejectProposal, { input })).rejectProposal;
      return options.json ? printJson({ proposal }) : printText(`Rejected ${proposal.id}.`);
    });
}
