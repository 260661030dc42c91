import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** A field of an operation, at any depth. */
type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

const known = new WeakMap<readonly FieldNode[], ReadonlySet<string>>();

/**
 * Names of the fields selected directly below this one, through fragments; a field under @skip or @include counts as
 * selected.
 */
export function selectedFields(info: Selection): ReadonlySet<string> {
  let names = known.get(info.fieldNodes);
  if (names === undefined) {
    names = new Set([...fieldsBelow(info)].map(({ name }) => name.value));
    known.set(info.fieldNodes, names);
  }
  return names;
}

/** Whether an operation selects only these fields (and `__typename`) below this one. */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>): boolean {
  for (const name of selectedFields(info)) {
    if (name !== '__typename' && !fields.has(name)) return false;
  }
  return true;
}

/** The part of nodes that an operation selects: nothing, page keys (`id` and `version`), or whole entities. */
export type WantedNodes = 'none' | 'keys' | 'whole';

const KEYS: ReadonlySet<string> = new Set(['id', 'version', '__typename']);
const wanted = new WeakMap<readonly FieldNode[], WantedNodes>();

/** The selection of the field `nodes` below this one, through fragments. */
export function wantedNodes(info: Selection): WantedNodes {
  let found = wanted.get(info.fieldNodes);
  if (found === undefined) {
    const fieldNodes = [...fieldsBelow(info)].filter(({ name }) => name.value === 'nodes');
    const names = selectedFields({ fieldNodes, fragments: info.fragments });
    if (fieldNodes.length === 0) found = 'none';
    else found = [...names].every((name) => KEYS.has(name)) ? 'keys' : 'whole';
    wanted.set(info.fieldNodes, found);
  }
  return found;
}

function* fieldsBelow({ fieldNodes, fragments }: Selection): Generator<FieldNode> {
  for (const { selectionSet } of fieldNodes) yield* fieldsOf(selectionSet, fragments);
}

function* fieldsOf(
  selectionSet: SelectionSetNode | undefined,
  fragments: Selection['fragments'],
): Generator<FieldNode> {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FIELD) yield selection;
    else {
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
      yield* fieldsOf(inner?.selectionSet, fragments);
    }
  }
}
