import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

const result = graphql(`
  fragment ImportResult on ImportCatalogPayload @_unmask {
    created updated unchanged held proposed rejected ignoredMembers position
    notices { index outcome reason pointer proposalId }
  }
`);

/** The mutation that every import goes through, from the command line and at the first start. */
export const importBatch = graphql(
  `mutation ImportCatalog($input: ImportCatalogInput!) { importCatalog(input: $input) { ...ImportResult } }`,
  [result],
);

/** The mutation of a dump's records. */
export const restoreBatch = graphql(
  `mutation RestoreDump($input: RestoreDumpInput!) { restoreDump(input: $input) { ...ImportResult } }`,
  [result],
);

export type ImportBatchResult = ResultOf<typeof importBatch>['importCatalog'];

/** Sends a batch of records. */
export type SendBatch = (records: readonly object[]) => Promise<ImportBatchResult>;
