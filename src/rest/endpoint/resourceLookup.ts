import type { TadaDocumentNode } from 'gql.tada';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { EndpointTools } from './endpoint.ts';

/** Prepares a check whether a resource exists. */
export type ResourceLookup<Parameters> = (
  tools: EndpointTools,
) => (context: GraphContext, parameters: Parameters) => Promise<boolean>;

/** Asks a fixed operation whether the command's resource exists. */
export function resourceLookup<Parameters, Data, Variables extends object>(definition: {
  readonly operation: TadaDocumentNode<Data, Variables>;
  readonly variables: (parameters: Parameters) => Variables;
  readonly found: (data: Data) => boolean;
}): ResourceLookup<Parameters> {
  return (tools) => {
    const read = tools.operation(definition.operation);
    return async (context, parameters) => definition.found(await read(context, definition.variables(parameters)));
  };
}
