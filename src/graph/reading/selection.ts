import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

const known = new WeakMap<readonly FieldNode[], ReadonlySet<string>>();

/**
 * Names of the fields that an operation selects directly below this one, through fragments; a field under @skip or @include
 * counts as selected.
 */
export function selectedFields(info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): ReadonlySet<string> {
  let names = known.get(info.fieldNodes);
  if (names === undefined) {
    const found = new Set<string>();
    for (const { selectionSet } of info.fieldNodes) collect(selectionSet, info.fragments, found);
    known.set(info.fieldNodes, found);
    names = found;
  }
  return names;
}

/** Whether an operation selects nothing below this field but these (and `__typename`). */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>): boolean {
  for (const name of selectedFields(info)) {
    if (name !== '__typename' && !fields.has(name)) return false;
  }
  return true;
}

function collect(
  selectionSet: SelectionSetNode | undefined,
  fragments: GraphQLResolveInfo['fragments'],
  names: Set<string>,
): void {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FIELD) names.add(selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, fragments, names);
    else collect(fragments[selection.name.value]?.selectionSet, fragments, names);
  }
}
