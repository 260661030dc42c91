import type { TadaDocumentNode } from 'gql.tada';
import { Kind, parse, separateOperations, visit } from 'graphql';

/** The fields that identify a node's representation. */
const keys = parse('{ id version }').definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
);

/**
 * The operation that reads only the keys of a list page: the same one with nothing but `id` and `version` of its
 * `nodes`.
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
  // Drops the fragments that are now unused.
  const [separated] = Object.values(separateOperations(selectingKeys));
  return separated as TadaDocumentNode<Data, Variables>;
}
