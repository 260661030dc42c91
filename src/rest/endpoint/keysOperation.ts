import type { TadaDocumentNode } from 'gql.tada';
import { Kind, parse, separateOperations, visit } from 'graphql';

/** Of a node, what names its representation. */
const keys = parse('{ id version }').definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
);

/**
 * The operation that reads which entities a page of a list shows, and in which versions: the same one with `id` and
 * `version` alone of its `nodes`.
 */
export function keysOperation<Data, Variables>(
  operation: TadaDocumentNode<Data, Variables>,
): TadaDocumentNode<Data, Variables> {
  const selectingKeys = visit(operation, {
    leave: (node) => {
      if (node.kind === Kind.OPERATION_DEFINITION && node.name !== undefined) {
        return { ...node, name: { ...node.name, value: `${node.name.value}Keys` } };
      }
      if (node.kind !== Kind.FIELD || node.name.value !== 'nodes') return undefined;
      return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: keys } };
    },
  });
  // Leaves out the fragments that are unused now.
  const [separated] = Object.values(separateOperations(selectingKeys));
  return separated as TadaDocumentNode<Data, Variables>;
}
