import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { uuidArgument } from '../../arguments/uuidArgument.ts';
import { connect } from '../../client/connect.ts';
import { printJson, printLine } from '../../terminal/output.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decisionOptions.ts';

const approveProposal = graphql(`
  mutation ApproveProposal($input: ApproveProposalInput!) {
    approveProposal(input: $input) {
      proposal {
        id
        status
        reviewer
      }
      anime {
        id
        title
      }
      events
    }
  }
`);

interface ApproveOptions extends DecisionOptions {
  readonly into?: string;
  readonly new?: true;
}

/** `catalog review approve ID` */
export function reviewApproveCommand(): Command {
  return withDecisionOptions(
    new Command('approve')
      .description('Publish a record that waits')
      .argument('<id>', 'the proposal', uuidArgument)
      .addOption(
        new Option('--into <anime>', 'the anime that the record means').argParser(uuidArgument).conflicts('new'),
      )
      .addOption(new Option('--new', 'make a new anime of the record')),
  )
    .addOption(jsonOption())
    .addHelpText('after', '\nA record that may mean several anime needs --into or --new.')
    .action(async (id: string, options: ApproveOptions) => {
      const input = {
        id,
        ...(options.into === undefined ? {} : { into: options.into }),
        ...(options.new === undefined ? {} : { new: options.new }),
        ...decisionInput(options),
      };
      const { approveProposal: done } = await (await connect(options.reviewer)).run(approveProposal, { input });
      if (options.json) return printJson(done);
      const published = done.anime === null ? '' : ` into ${done.anime.title} (${done.anime.id})`;
      return printLine(`Approved${published}; ${done.events} ${done.events === 1 ? 'event' : 'events'} published.`);
    });
}
