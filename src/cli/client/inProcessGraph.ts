import type { TadaDocumentNode } from 'gql.tada';
import type { GraphQLSchema } from 'graphql';
import { createContext, type GraphPorts } from '../../graph/schema/context.ts';
import { GraphFailure, type PreparedOperation, prepare } from '../../graph/schema/execution.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { CommandFailure } from '../failures.ts';
import type { GraphClient } from './graphClient.ts';

/**
 * The graph of this process, asked as a service's is over HTTP, and failing as that does. Every input names all of its
 * members: compiled operations know no defaults.
 * @param actor recorded with what it changes
 */
export function inProcessGraph(
  schema: GraphQLSchema,
  ports: GraphPorts,
  { actor, logger }: { readonly actor: string; readonly logger: Logger },
): Pick<GraphClient, 'run'> {
  const prepared = new Map<object, unknown>();
  return {
    async run<Result, Variables extends object>(document: TadaDocumentNode<Result, Variables>, variables: Variables) {
      const known = prepared.get(document) as PreparedOperation<Result, Variables> | undefined;
      const run = known ?? prepare(schema, document);
      prepared.set(document, run);
      try {
        return await run(createContext(ports, { kind: 'tool', actor }), variables);
      } catch (error) {
        throw error instanceof GraphFailure ? commandFailure(error, logger) : error;
      }
    },
  };
}

/** The server's code and message, by which an import decides whether to try again; internal errors are in the log. */
function commandFailure(failure: GraphFailure, logger: Logger): CommandFailure {
  const { code, errors, cause, message } = failure;
  if (code === 'internal_error') logger.error({ err: cause }, 'an operation of an import failed');
  return new CommandFailure(code, errors[0]?.message ?? message, { cause });
}
