import { Command, Option } from 'commander';
import { previewApproval } from '../../../graph/operations/proposalOperations.ts';
import { graphql } from '../../../graph/schema/operation.ts';
import { visibleLine } from '../../../visibleText.ts';
import { answering } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { connect, type GraphClient } from '../../client/graphClient.ts';
import { CommandFailure } from '../../failures.ts';
import { printText } from '../../terminal/output.ts';
import { canAsk, confirm } from '../../terminal/prompt.ts';
import { type DecisionOptions, decisionInput, withDecisionOptions } from './decision.ts';
import { previewText } from './previewText.ts';

const approveProposal = graphql(`
  mutation ApproveProposal($input: ApproveProposalInput!) {
    approveProposal(input: $input) {
      proposal {
        id
        status
        reviewer
        difference { field before after }
      }
      anime { id title }
      idsElsewhere {
        site
        id
        anime { id title }
      }
      events
    }
  }
`);

interface ApproveOptions extends DecisionOptions {
  readonly into?: string;
  readonly new?: true;
  readonly withoutSharedIds?: true;
  readonly seen?: string;
}

/** `catalog review approve ID` */
export function reviewApproveCommand(): Command {
  return answering(
    withDecisionOptions(
      new Command('approve')
        .description('Publish a pending record')
        .argument('<id>', 'the proposal', idArgument('proposal'))
        .addOption(
          new Option('--into <anime>', 'the anime that the record belongs to')
            .argParser(idArgument('anime'))
            .conflicts('new'),
        )
        .addOption(new Option('--new', 'create a new anime from the record'))
        .addOption(new Option('--without-shared-ids', 'with --new: even if ids of the record stay with other anime'))
        .addOption(
          new Option('--seen <token>', 'approve the effects that catalog review show printed with this token'),
        ),
    ).addHelpText(
      'after',
      `
A record that may mean several anime needs --into or --new. At a terminal the command shows what approving
changes and asks. Elsewhere it approves what --seen names; without it, the record as it came in or not at all.`,
    ),
    async (id: string, options: ApproveOptions) => {
      const client = await connect(options.reviewer);
      const choice = {
        id,
        ...(options.into === undefined ? {} : { into: options.into }),
        new: options.new ?? false,
      };
      const asked = options.seen === undefined && !options.json && canAsk();
      const seen = asked ? await ask(client, choice) : (options.seen ?? null);
      const withoutSharedIds = options.withoutSharedIds ?? (asked && choice.new);
      const input = { ...choice, withoutSharedIds, seen, ...decisionInput(options) };
      const { approveProposal: done } = await client.run(approveProposal, { input });
      const published = done.anime === null ? '' : ` into ${done.anime.title} (${done.anime.id})`;
      const head = `Approved${published}; ${done.events} ${done.events === 1 ? 'event' : 'events'} published.`;
      const { difference } = done.proposal;
      const lines = [head, ...(asked ? [] : previewText({ ...done, difference }))];
      return { json: done, text: lines.map(visibleLine).join('\n') };
    },
  );
}

/**
 * Shows the effects of an approval to the person who must confirm it.
 * @returns the token that identifies these effects
 * @throws CommandFailure when the service or the person refuses
 */
async function ask(
  client: GraphClient,
  choice: { readonly id: string; readonly into?: string; readonly new: boolean },
): Promise<string> {
  const { proposal } = await client.run(previewApproval, { ...choice, withoutSharedIds: choice.new });
  if (proposal === null) throw new CommandFailure('not_found', `there is no proposal ${choice.id}`);
  const { refusal, seen, ...preview } = proposal.approval;
  if (seen === null) throw new CommandFailure('conflict', refusal ?? 'it cannot be approved');
  await printText(['Approving changes', ...previewText(preview)].map(visibleLine).join('\n'));
  if (await confirm('Approve?')) return seen;
  throw new CommandFailure('not_confirmed', 'nothing was approved');
}
