import { graphql } from '../../graph/schema/operation.ts';
import { Link, NamedLink, nextOf, Pager, withParameter } from '../design/link.tsx';
import { timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { stateOf } from '../design/words.ts';
import type { PersonalPage } from '../forms/visit.ts';
import { deskShell, OwnAnime, proposalPath, proposalTitle } from './deskShell.tsx';

const read = graphql(`
  query DeskDecisions($first: Int!, $after: String) {
    decisions(first: $first, after: $after) {
      nodes { id type source sourceId record status reviewer decision decidedAt anime { id title } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const PAGE = 50;

/** Reviewers' decisions, the latest first. */
export const historyPage: PersonalPage = {
  path: '/review/history',
  query: ['after'],
  async render(visit) {
    const { after = null } = visit.texts;
    const { nodes, pageInfo } = (await visit.ask(read, { first: PAGE, after })).decisions;
    return deskShell(
      { title: 'Decided', visit },
      <Table
        none={
          <>
            No decisions yet. <Link to="/review">Pending records</Link> come here when they are decided.
          </>
        }
        caption="Decisions, latest first"
        columns={['Title', 'Decision', 'Belongs to', 'By', 'Reason', 'When']}
        rows={nodes.map(({ id, status, anime, reviewer, decision, decidedAt, ...proposal }) => [
          <NamedLink to={proposalPath(id)} name={proposalTitle(proposal)} />,
          stateOf(status),
          <OwnAnime anime={anime} />,
          <bdi>{reviewer ?? 'not named'}</bdi>,
          <bdi>{decision ?? 'none given'}</bdi>,
          timeOr(decidedAt, 'unknown'),
        ])}
      />,
      <Pager label="Decisions" target={withParameter(visit.path, 'after', after)} nextCursor={nextOf(pageInfo)} />,
    );
  },
};
