import type { TadaDocumentNode } from 'gql.tada';
import { type ASTNode, type DocumentNode, type FragmentDefinitionNode, Kind, parse, visit } from 'graphql';

/** Of a node, what names its representation. */
const keys = parse('{ id version }').definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
);

/**
 * The operation that reads of a list's page which entities it shows in which versions: the same one with nothing but `id` and
 * `version` of its `nodes`, and without the fragments that nobody spreads then.
 */
export function keysOperation<Data, Variables>(
  operation: TadaDocumentNode<Data, Variables>,
): TadaDocumentNode<Data, Variables> {
  return withoutUnusedFragments(
    visit(operation, {
      leave: (node) => {
        if (node.kind === Kind.OPERATION_DEFINITION && node.name !== undefined) {
          return { ...node, name: { ...node.name, value: `${node.name.value}Keys` } };
        }
        if (node.kind !== Kind.FIELD || node.name.value !== 'nodes') return undefined;
        return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: keys } };
      },
    }),
  );
}

function withoutUnusedFragments<Document extends DocumentNode>(document: Document): Document {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const spread = new Set<string>();
  const follow = (from: ASTNode): void => {
    visit(from, {
      enter: (node) => {
        if (node.kind !== Kind.FRAGMENT_SPREAD || spread.has(node.name.value)) return;
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment !== undefined) follow(fragment);
      },
    });
  };
  for (const definition of document.definitions) if (definition.kind === Kind.OPERATION_DEFINITION) follow(definition);
  return {
    ...document,
    definitions: document.definitions.filter(
      (definition) => definition.kind !== Kind.FRAGMENT_DEFINITION || spread.has(definition.name.value),
    ),
  };
}
