import { Command } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { answering } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { connect } from '../../client/graphClient.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decision.ts';

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
        .description('Reject a pending record: its new values stay out until the source states others')
        .argument('<id>', 'the proposal', idArgument('proposal')),
    ),
    async (id: string, options: DecisionOptions) => {
      const client = await connect(options.reviewer);
      const input = { id, ...decisionInput(options) };
      const { rejectProposal: json } = await client.run(rejectProposal, { input });
      return { json, text: `Rejected ${json.proposal.id}.` };
    },
  );
}
