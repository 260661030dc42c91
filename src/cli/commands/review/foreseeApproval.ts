import { graphql } from '../../../graph/schema/operation.ts';

/** What approving a proposal in one way would do, and the token by which an approval says so. */
export const foreseeApproval = graphql(`
  query ForeseeApproval($id: UUID!, $into: UUID, $new: Boolean!, $withoutSharedIds: Boolean!) {
    proposal(id: $id) {
      approval(into: $into, new: $new, withoutSharedIds: $withoutSharedIds) {
        difference {
          field
          before
          after
        }
        idsElsewhere {
          site
          id
          anime {
            id
            title
          }
        }
        refusal
        seen
      }
    }
  }
`);
