import { notFound } from '../../graph/model/errors.ts';
import { previewApproval, previewWays } from '../../graph/operations/proposalOperations.ts';
import { recordTitle } from '../../graph/review/waitingReason.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { words } from '../design/words.ts';
import type { AccountPage } from '../forms/visit.ts';
import { choiceOf } from './choiceOf.ts';
import { deskShell } from './deskShell.tsx';
import { proposalPath } from './paths.ts';
import { proposalOperation } from './proposalOperation.ts';
import { ProposedRecord } from './proposedRecord.tsx';
import { reasonOf } from './reasonField.tsx';
import { wayOf } from './wayOf.ts';

const approve = graphql(`
  mutation DeskApprove($input: ApproveProposalInput!) {
    approveProposal(input: $input) { proposal { id } }
  }
`);

const reject = graphql(`
  mutation DeskReject($input: RejectProposalInput!) {
    rejectProposal(input: $input) { proposal { id } }
  }
`);

const reopen = graphql(`
  mutation DeskReopen($input: ReopenProposalInput!) {
    reopenProposal(input: $input) { proposal { id } }
  }
`);

const next = graphql(`
  query DeskNext($first: Int!) {
    proposals(status: PENDING, first: $first) { nodes { id } }
  }
`);

/** Proposals among which the one after the decided is searched; beyond, the oldest comes next. */
const NEAR = 100;

/** A record with what each way to approve it would change, and the decision. */
export const proposalPage: AccountPage = {
  path: '/review/{id}',
  forms: ['decide', 'reopen'],
  prepare: (prepare) => {
    const [ask, foresee, publish, refuse, again, following] = [
      prepare(proposalOperation),
      prepare(previewApproval),
      prepare(approve),
      prepare(reject),
      prepare(reopen),
      prepare(next),
    ];
    return {
      async render(visit) {
        const { id = '' } = visit.texts;
        const { proposal } = await ask(visit.context, { id });
        if (proposal === null) throw notFound('proposal', id);
        const ways = (await previewWays(proposal, (way) => foresee(visit.context, way))).map((way) =>
          wayOf(way, proposal),
        );
        return deskShell({
          title: recordTitle(proposal.record) ?? `${words(proposal.type)} ${proposal.source} ${proposal.sourceId}`,
          visit,
          children: <ProposedRecord visit={visit} proposal={proposal} ways={ways} />,
        });
      },
      forms: {
        async reopen({ context, texts: { id = '' } }) {
          return { to: proposalPath((await again(context, { input: { id } })).reopenProposal.proposal.id) };
        },
        async decide({ context, texts }, fields) {
          const { id = '' } = texts;
          const decision = { id, ...reasonOf(fields) };
          const choice = choiceOf(fields.get('choice'));
          if (choice === null) await refuse(context, { input: decision });
          else await publish(context, { input: { ...decision, ...choice } });
          const { nodes } = (await following(context, { first: NEAR })).proposals;
          const to = nodes.find((node) => node.id > id) ?? nodes[0];
          return { to: to === undefined ? '/review?decided=1' : proposalPath(to.id) };
        },
      },
    };
  },
};
