import { recordTitle } from '../../graph/review/waitingReason.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Pager, withParameter } from '../design/pager.tsx';
import { Table } from '../design/table.tsx';
import { timeOr } from '../design/timeOr.tsx';
import type { PersonalPage } from '../forms/visit.ts';
import { OwnAnime } from './deskParts.tsx';
import { deskShell, proposalPath } from './deskShell.tsx';

const read = graphql(`
  query DeskDecisions($first: Int!, $after: String) {
    decisions(first: $first, after: $after) {
      nodes { id type source sourceId record status reviewer decision decidedAt anime { id title } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const PAGE = 50;

const STATES: Readonly<Record<string, string>> = {
  approved: '● approved',
  rejected: '▲ rejected',
  superseded: '○ superseded',
};

function nameOf({ type, source, sourceId }: { type: string; source: string; sourceId: string }): string {
  return `${type} ${source} ${sourceId}`;
}

/** Reviewers' decisions, the latest first. */
export const historyPage: PersonalPage = {
  path: '/review/history',
  query: ['after'],
  async render(visit) {
    const { after = null } = visit.texts;
    const { nodes, pageInfo } = (await visit.ask(read, { first: PAGE, after })).decisions;
    return deskShell(
      { title: 'Decided', visit },
      nodes.length === 0 ? (
        <p>
          No record was decided yet. Those that <Link to="/review">wait</Link> come here when they are.
        </p>
      ) : (
        <Table
          caption="Decisions, the latest first"
          columns={['Title', 'Decision', 'Belongs to', 'By', 'Reason', 'When']}
          rows={nodes.map((proposal) => ({
            key: proposal.id,
            cells: [
              <Link key="title" to={proposalPath(proposal.id)}>
                <bdi>{recordTitle(proposal.record) ?? nameOf(proposal)}</bdi>
              </Link>,
              STATES[proposal.status] ?? proposal.status,
              <OwnAnime key="anime" anime={proposal.anime} />,
              <bdi key="by">{proposal.reviewer ?? 'nobody named'}</bdi>,
              <bdi key="reason">{proposal.decision ?? 'none given'}</bdi>,
              timeOr(proposal.decidedAt, 'unknown'),
            ],
          }))}
        />
      ),
      <Pager
        label="Decisions"
        target={after === null ? visit.path : withParameter(visit.path, 'after', after)}
        nextCursor={pageInfo.hasNextPage ? pageInfo.endCursor : null}
      />,
    );
  },
};
