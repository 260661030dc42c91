import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

/** What the page of a proposal shows beside the ways to approve it. */
export const proposalOperation = graphql(`
  query DeskProposal($id: UUID!) {
    proposal(id: $id) {
      id
      type
      source
      sourceId
      record
      reason
      status
      candidates {
        id
        title
        format
        year
        season
        status
        startDate
        endDate
        officialSite
        externalIds { site id }
      }
      difference { field before after }
      holds
      reviewer
      decision
      createdAt
      decidedAt
    }
  }
`);

export type Proposal = NonNullable<ResultOf<typeof proposalOperation>['proposal']>;
