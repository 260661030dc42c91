import type { VNode } from 'preact';
import { PROPOSAL_REASONS } from '../../graph/model/vocabulary.ts';
import { listedProposalFields } from '../../graph/operations/proposalOperations.ts';
import { waitingReason } from '../../graph/review/waitingReason.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { NamedLink, Navigation, nextOf, Pager, withParameter } from '../design/link.tsx';
import { joined } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { words } from '../design/words.ts';
import { choiceIn, type PersonalPage } from '../forms/visit.ts';
import { deskShell, proposalPath, proposalTitle } from './deskShell.tsx';
import { lastDecision } from './proposalPage.tsx';

const read = graphql(
  `
    query DeskQueue($source: String, $reason: ProposalReason, $first: Int!, $after: String) {
      pendingProposals { source reason count }
      proposals(status: PENDING, source: $source, reason: $reason, first: $first, after: $after) {
        nodes { ...ListedProposalFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [listedProposalFields],
);

/** Enough for the proposals of a first start on one page. */
const PAGE = 50;

/** The pending proposals, the oldest first. */
export const queuePage: PersonalPage = {
  path: '/review',
  query: ['source', 'reason', 'after', 'decided'],
  async render(visit) {
    const { source = null, reason: asked = null, after = null, decided } = visit.texts;
    const reason = asked === null ? null : choiceIn('reason', asked, PROPOSAL_REASONS);
    const found = await visit.ask(read, { source, reason, first: PAGE, after });
    const { pendingProposals, proposals } = found;
    const isAsked = (group: { readonly source: string; readonly reason: string }) =>
      (source === null || group.source === source) && (reason === null || group.reason === reason);
    const count = pendingProposals.filter(isAsked).reduce((sum, group) => sum + group.count, 0);
    const target = targetOf(visit.path, { source, reason });
    return deskShell(
      { title: 'Review', visit },
      decided !== undefined && (await lastDecision(visit)),
      <p>
        {count === 0
          ? 'No pending records. A record is pending when it may match several anime, its source is not approved, or its import asked for a review.'
          : `${count} pending ${count === 1 ? 'record' : 'records'}.`}
      </p>,
      <Navigation
        label="Filters"
        links={[
          ['/review', 'All'],
          ...pendingProposals.map((group) => [targetOf(visit.path, group), <Group {...group} />] as const),
        ]}
        current={target}
      />,
      proposals.nodes.length > 0 && (
        <Table
          caption="Pending records, oldest first"
          columns={['Title', 'Pending because', 'Record', 'Candidates', 'Age']}
          rows={proposals.nodes.map((proposal) => [
            <NamedLink to={proposalPath(proposal.id)} name={proposalTitle(proposal)} />,
            <bdi>{waitingReason(proposal)}</bdi>,
            <bdi>{`${proposal.source} ${proposal.sourceId}`}</bdi>,
            joined(proposal.candidates.map(({ title }) => <bdi>{title}</bdi>)),
            ageOf(new Date(proposal.createdAt), visit.now),
          ])}
        />
      ),
      <Pager
        label="Proposals"
        target={withParameter(target, 'after', after)}
        nextCursor={nextOf(proposals.pageInfo)}
      />,
    );
  },
};

function Group({ source, reason, count }: ResultOf<typeof read>['pendingProposals'][number]): VNode {
  return (
    <>
      <bdi>{source}</bdi>, {words(reason)}: {count}
    </>
  );
}

function targetOf(path: string, given: Readonly<Record<'source' | 'reason', string | null>>): string {
  return (['source', 'reason'] as const).reduce((to, name) => withParameter(to, name, given[name]), path);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago an instant was, such as `3 days`; `less than a minute`. */
function ageOf(instant: Date, now: Date): string {
  const age = now.getTime() - instant.getTime();
  const unit = UNITS.find(([, milliseconds]) => age >= milliseconds);
  if (unit === undefined) return 'less than a minute';
  const count = Math.floor(age / unit[1]);
  return `${count} ${unit[0]}${count === 1 ? '' : 's'}`;
}
