import type { TadaDocumentNode } from 'gql.tada';
import type { GraphQLSchema } from 'graphql';
import { createContext, type GraphPorts } from '../../graph/schema/context.ts';
import { type PreparedOperation, prepare } from '../../graph/schema/execution.ts';
import type { GraphClient } from './graphClient.ts';

/**
 * The graph of this process, asked as a service's is over HTTP. Every input names all of its members: compiled
 * operations know no defaults.
 * @param actor recorded with what it changes
 */
export function inProcessGraph(schema: GraphQLSchema, ports: GraphPorts, actor: string): Pick<GraphClient, 'run'> {
  const prepared = new Map<object, unknown>();
  return {
    async run<Result, Variables extends object>(document: TadaDocumentNode<Result, Variables>, variables: Variables) {
      const known = prepared.get(document) as PreparedOperation<Result, Variables> | undefined;
      const run = known ?? prepare(schema, document);
      prepared.set(document, run);
      return await run(createContext(ports, { kind: 'tool', actor }), variables);
    },
  };
}
