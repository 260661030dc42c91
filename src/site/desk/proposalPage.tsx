import type { VNode } from 'preact';
import { notFound } from '../../graph/model/errors.ts';
import { previewApproval, previewWays } from '../../graph/operations/proposalOperations.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link, NamedLink } from '../design/link.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, type Visit } from '../forms/visit.ts';
import { deskShell, proposalPath, proposalTitle, reasonOf } from './deskShell.tsx';
import { choiceOf, proposalOperation, wayOf } from './proposalWays.ts';
import { ProposedRecord } from './proposedRecord.tsx';

const operations = {
  approve: graphql(`
    mutation DeskApprove($input: ApproveProposalInput!) { approveProposal(input: $input) { proposal { id } } }
  `),
  reject: graphql(`
    mutation DeskReject($input: RejectProposalInput!) { rejectProposal(input: $input) { proposal { id } } }
  `),
  reopen: graphql(`
    mutation DeskReopen($input: ReopenProposalInput!) { reopenProposal(input: $input) { proposal { id } } }
  `),
  queue: graphql(`
    query DeskNext($first: Int!) {
      pendingProposals { count }
      proposals(status: PENDING, first: $first) { nodes { id } }
    }
  `),
  last: graphql(`
    query DeskLast($first: Int!) {
      decisions(first: $first) { nodes { id type source sourceId record status reviewer holds } }
    }
  `),
};

/** Proposals among which the one after the decided is searched; beyond, the oldest comes next. */
const NEAR = 100;

/** Decisions among which the reviewer's own last one is searched. */
const LATEST = 5;

/** A record with what each way to approve it would change, and the decision. */
export const proposalPage: PersonalPage = {
  path: '/review/{id}',
  async render(visit) {
    const id = idIn(visit, 'id');
    const { proposal } = await visit.ask(proposalOperation, { id });
    if (proposal === null) throw notFound('proposal', id);
    const ways = (await previewWays(proposal, (way) => visit.ask(previewApproval, way))).map((way) =>
      wayOf(way, proposal),
    );
    const isPending = proposal.status === 'pending';
    return deskShell(
      { title: proposalTitle(proposal), visit },
      isPending && (await lastDecision(visit)),
      isPending && (await placeInQueue(visit, id)),
      <ProposedRecord proposal={proposal} ways={ways} />,
    );
  },
  forms: {
    async reopen(visit) {
      const { proposal } = (await visit.ask(operations.reopen, { input: { id: idIn(visit, 'id') } })).reopenProposal;
      return { to: proposalPath(proposal.id) };
    },
    async decide(visit, fields) {
      const id = idIn(visit, 'id');
      const decision = { id, ...reasonOf(fields) };
      const choice = choiceOf(fields.get('choice'));
      if (choice === null) await visit.ask(operations.reject, { input: decision });
      else await visit.ask(operations.approve, { input: { ...decision, ...choice } });
      const { next } = await neighbours(visit, id);
      return { to: next === undefined ? '/review?decided=1' : proposalPath(next) };
    },
  },
};

/** The place of a proposal in the queue, from 0, -1 beyond the first ones; and another that is next, if any. */
async function neighbours(visit: Visit, id: string) {
  const { pendingProposals, proposals } = await visit.ask(operations.queue, { first: NEAR });
  const ids = proposals.nodes.map((node) => node.id);
  const next = ids.find((each) => each > id) ?? ids.find((each) => each !== id);
  return { at: ids.indexOf(id), next, total: pendingProposals.reduce((sum, { count }) => sum + count, 0) };
}

async function placeInQueue(visit: Visit, id: string): Promise<VNode> {
  const { at, next, total } = await neighbours(visit, id);
  return (
    <p>
      {at === -1 ? `One of ${total} pending` : `${at + 1} of ${total} pending`}
      {next !== undefined && (
        <>
          {' · '}
          <Link to={proposalPath(next)}>Next record</Link>
        </>
      )}
    </p>
  );
}

/** What the reviewer decided last, with the button that takes a rejection back; null for nothing recent. */
export async function lastDecision(visit: Visit): Promise<VNode | null> {
  const { nodes } = (await visit.ask(operations.last, { first: LATEST })).decisions;
  const last = nodes.find(
    ({ reviewer, status }) => reviewer === visit.subject && ['approved', 'rejected'].includes(status),
  );
  if (last === undefined) return null;
  return (
    <div class="last" role="status">
      <p>
        Your last decision, {last.status}: <NamedLink to={proposalPath(last.id)} name={proposalTitle(last)} />
      </p>
      {last.status === 'rejected' && last.holds.length > 0 && (
        <FormView name="reopen" action={proposalPath(last.id)} submit="Undo" look="quiet" />
      )}
    </div>
  );
}
