import type { GraphQLSchema } from 'graphql';
import { createContext, type GraphPorts } from '../../graph/schema/context.ts';
import { prepare } from '../../graph/schema/execution.ts';
import { type ImportBatchResult, importBatch } from '../import/importBatch.ts';

/** The import mutation of this very process, as the command line sends it from outside. */
export function inProcessImport(
  schema: GraphQLSchema,
  ports: GraphPorts,
): (records: readonly object[]) => Promise<ImportBatchResult> {
  const run = prepare(schema, importBatch);
  return async (records) => {
    const context = createContext(ports, { kind: 'tool', actor: 'first start' });
    // Compiled operations know no defaults.
    const input = { records: [...records], review: false, dryRun: false, earlier: [] };
    const { importCatalog } = await run(context, { input });
    return importCatalog;
  };
}
