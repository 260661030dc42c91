import type { TadaDocumentNode } from 'gql.tada';
import type { GraphQLSchema } from 'graphql';
import type { GraphContext } from '../../graph/schema/context.ts';
import { type PreparedOperation, prepare } from '../../graph/schema/execution.ts';
import type { Ask } from './visit.ts';

const prepared = new WeakMap<GraphQLSchema, Map<unknown, unknown>>();

/** Asks a schema in a context. An operation is prepared when it is first asked, and once. */
export function askOf(schema: GraphQLSchema, context: GraphContext): Ask {
  const known = prepared.get(schema) ?? new Map<unknown, unknown>();
  prepared.set(schema, known);
  return async <Result, Variables extends object>(
    operation: TadaDocumentNode<Result, Variables>,
    variables: Variables,
  ) => {
    const run = (known.get(operation) ?? prepare(schema, operation)) as PreparedOperation<Result, Variables>;
    known.set(operation, run);
    return await run(context, variables);
  };
}
