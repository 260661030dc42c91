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

/** What an operation wants of a list's nodes: nothing, what a page's keys hold of them (`id` and `version`), or whole entities. */
export type WantedNodes = 'none' | 'keys' | 'whole';

const KEYS: ReadonlySet<string> = new Set(['id', 'version', '__typename']);
const wanted = new WeakMap<readonly FieldNode[], WantedNodes>();

/** What is wanted of the field `nodes` below this one, through fragments. */
export function wantedNodes(info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): WantedNodes {
  let found = wanted.get(info.fieldNodes);
  if (found === undefined) {
    const fields: FieldNode[] = [];
    for (const { selectionSet } of info.fieldNodes) collectFields(selectionSet, info.fragments, 'nodes', fields);
    const names = selectedFields({ fieldNodes: fields, fragments: info.fragments });
    if (fields.length === 0) found = 'none';
    else found = [...names].every((name) => KEYS.has(name)) ? 'keys' : 'whole';
    wanted.set(info.fieldNodes, found);
  }
  return found;
}

function collectFields(
  selectionSet: SelectionSetNode | undefined,
  fragments: GraphQLResolveInfo['fragments'],
  name: string,
  fields: FieldNode[],
): void {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.INLINE_FRAGMENT) collectFields(selection.selectionSet, fragments, name, fields);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      collectFields(fragments[selection.name.value]?.selectionSet, fragments, name, fields);
    } else if (selection.name.value === name) fields.push(selection);
  }
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
