import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

/** The mutation that every import goes through, from the command line and at the first start. */
export const importBatch = graphql(`
  mutation ImportCatalog($input: ImportCatalogInput!) {
    importCatalog(input: $input) {
      created
      updated
      unchanged
      held
      proposed
      rejected
      ignoredMembers
      position
      notices {
        index
        outcome
        reason
        pointer
        proposalId
      }
    }
  }
`);

export type ImportBatchResult = ResultOf<typeof importBatch>['importCatalog'];
