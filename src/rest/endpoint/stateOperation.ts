import type { TadaDocumentNode } from 'gql.tada';
import { type ASTNode, type DocumentNode, type FragmentDefinitionNode, Kind, visit } from 'graphql';

/**
 * The operation that reads of a list's page what tells its state, and no node: the same one without the fields `nodes` and the
 * fragments that only they spread. Null when the operation does not select `tag`, by which such a state is told.
 */
export function stateOperation<Data, Variables>(
  operation: TadaDocumentNode<Data, Variables>,
): TadaDocumentNode<Data, Variables> | null {
  let selectsTag = false;
  const withoutNodes: TadaDocumentNode<Data, Variables> = visit(operation, {
    enter: (node) => {
      if (node.kind === Kind.OPERATION_DEFINITION && node.name !== undefined) {
        return { ...node, name: { ...node.name, value: `${node.name.value}State` } };
      }
      if (node.kind !== Kind.FIELD) return undefined;
      if (node.name.value === 'tag') selectsTag = true;
      return node.name.value === 'nodes' ? null : undefined;
    },
  });
  return selectsTag ? withoutUnusedFragments(withoutNodes) : null;
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
