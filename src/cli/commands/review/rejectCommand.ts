import { Command } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { answering } from '../../answer.ts';
import { connect } from '../../client/graphClient.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decision.ts';
import { findProposal, proposalArgument } from './findProposal.ts';

const rejectProposal = graphql(`
  mutation RejectProposal($input: RejectProposalInput!) {
    rejectProposal(input: $input) {
      proposal { id status reviewer }
    }
  }
`);

/** `catalog review reject ID` */
export function reviewRejectCommand(): Command {
  return answering(
    withDecisionOptions(
      new Command('reject')
        .description('Let a record that waits be: what is new in it stays out until its source says another value')
        .argument('<id>', 'the proposal', proposalArgument),
    ),
    async (named: string, options: DecisionOptions) => {
      const client = await connect(options.reviewer);
      const input = { id: await findProposal(client, named), ...decisionInput(options) };
      const { rejectProposal: json } = await client.run(rejectProposal, { input });
      return { json, text: `Rejected ${json.proposal.id}.` };
    },
  );
}
