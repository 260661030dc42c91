import { visibleLine } from '../../../base/visibleText.ts';
import { previewApproval } from '../../../graph/operations/proposalOperations.ts';
import { graphql } from '../../../graph/schema/operation.ts';
import { connect, type GraphClient } from '../../client/graphClient.ts';
import { AN_ID, argument, excluding, flag, option, parseId } from '../../command/parameters.ts';
import { working } from '../../command/row.ts';
import { CommandFailure } from '../../failures.ts';
import { printText } from '../../terminal/output.ts';
import { canAsk, confirm } from '../../terminal/prompt.ts';
import { decision } from './decision.ts';
import { previewText } from './previewText.ts';

const approveProposal = graphql(`
  mutation ApproveProposal($input: ApproveProposalInput!) {
    approveProposal(input: $input) {
      proposal { id status reviewer difference { field before after } }
      anime { id title }
      idsElsewhere { site id anime { id title } }
      events
    }
  }
`);

/** `catalog review approve ID` */
export const approve = working({
  name: 'approve',
  about: 'Publish a pending record',
  example: `2b6a1c4d --into ${AN_ID} --reason 'the same series'`,
  notes: `A record that may mean several anime needs --into or --new. At a terminal the command shows what approving
changes and asks. Elsewhere it approves what --seen names; without it, the record as it came in or not at all.`,
  parameters: {
    id: argument('<id>', 'the proposal', parseId('proposal')),
    into: excluding('new', option('--into <anime>', 'the anime that the record belongs to', parseId('anime'))),
    asNew: flag('--new', 'create a new anime from the record'),
    withoutSharedIds: flag('--without-shared-ids', 'with --new: even if ids of the record stay with other anime'),
    seen: option('--seen <token>', 'approve the effects that catalog review show printed with this token'),
    ...decision,
  },
  async run({ id, into, asNew, withoutSharedIds, seen, ...decision }, json) {
    const client = await connect(decision.reviewer ?? undefined);
    const choice = { id, into, new: asNew === true };
    const asked = seen === null && !json && canAsk();
    const input = {
      ...choice,
      ...decision,
      withoutSharedIds: withoutSharedIds ?? (asked && choice.new),
      seen: asked ? await ask(client, choice) : seen,
    };
    const { approveProposal: done } = await client.run(approveProposal, { input });
    const published = done.anime === null ? '' : ` into ${done.anime.title} (${done.anime.id})`;
    const head = `Approved${published}; ${done.events} ${done.events === 1 ? 'event' : 'events'} published.`;
    const { difference } = done.proposal;
    const lines = [head, ...(asked ? [] : previewText({ ...done, difference }))];
    return { json: done, text: lines.map(visibleLine).join('\n') };
  },
});

/**
 * Shows the effects of an approval to the person who must confirm it.
 * @returns the token that identifies these effects
 * @throws CommandFailure when the service or the person refuses
 */
async function ask(
  client: GraphClient,
  choice: { readonly id: string; readonly into: string | null; readonly new: boolean },
): Promise<string> {
  const { proposal } = await client.run(previewApproval, { ...choice, withoutSharedIds: choice.new });
  if (proposal === null) throw new CommandFailure('not_found', `there is no proposal ${choice.id}`);
  const { refusal, seen, ...preview } = proposal.approval;
  if (seen === null) throw new CommandFailure('conflict', refusal ?? 'it cannot be approved');
  await printText(['Approving changes', ...previewText(preview)].map(visibleLine).join('\n'));
  if (await confirm('Approve?')) return seen;
  throw new CommandFailure('not_confirmed', 'nothing was approved');
}
