import { proposalFields } from '../../graph/operations/proposalOperations.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

/** The query of a proposal's page, apart from the ways to approve it. */
export const proposalOperation = graphql(
  `
    query DeskProposal($id: UUID!) {
      proposal(id: $id) {
        ...ProposalFields
        candidates { id title format year season status startDate endDate officialSite externalIds { site id } }
        anime { id title }
      }
    }
  `,
  [proposalFields],
);

export type Proposal = NonNullable<ResultOf<typeof proposalOperation>['proposal']>;
