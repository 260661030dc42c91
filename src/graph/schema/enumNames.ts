import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLEnumType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';

/** Maps a JSON value to another of the same shape. */
type Conversion = (value: unknown) => unknown;

/** The places of enums in one operation; null where it has none. */
export interface EnumNames {
  /** Maps variables with stored values to variables with GraphQL's names. */
  readonly variables: Conversion | null;
  /** Maps an answer with GraphQL's names to one with stored values. */
  readonly data: Conversion | null;
}

/** Compiles `enumResolvers` for one operation. The schema has no interfaces or unions. */
export function enumNamesOf(schema: GraphQLSchema, document: DocumentNode): EnumNames {
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const root = operation === undefined ? undefined : schema.getRootType(operation.operation);
  if (operation === undefined || root == null) return { variables: null, data: null };
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
    const inputType = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]);
    return [variable.name.value, isInputType(inputType) ? toNames(inputType) : null] as const;
  });
  const fragments = new Map(
    document.definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
  return { variables: ofMembers(variables), data: ofSelection(root, operation.selectionSet, fragments) };
}

function toNames(type: GraphQLInputType): Conversion | null {
  if (type instanceof GraphQLNonNull) return toNames(type.ofType);
  if (type instanceof GraphQLList) return ofItems(toNames(type.ofType));
  if (type instanceof GraphQLEnumType) {
    // An unknown value stays, so that GraphQL refuses it.
    const names = new Map<unknown, string>(type.getValues().map(({ name, value }) => [value, name]));
    return (value) => names.get(value) ?? value;
  }
  if (!isInputObjectType(type)) return null;
  return ofMembers(Object.values(type.getFields()).map((field) => [field.name, toNames(field.type)]));
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function ofSelection(type: GraphQLObjectType, selectionSet: SelectionSetNode, fragments: Fragments): Conversion | null {
  return ofMembers(membersOf(type, selectionSet, fragments));
}

function membersOf(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fragments: Fragments,
): (readonly [string, Conversion | null])[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      if (field === undefined) return [];
      const key = selection.alias?.value ?? selection.name.value;
      return [[key, toValues(field.type, selection.selectionSet, fragments)] as const];
    }
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return inner === undefined ? [] : membersOf(type, inner.selectionSet, fragments);
  });
}

function toValues(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
): Conversion | null {
  if (type instanceof GraphQLNonNull) return toValues(type.ofType, selectionSet, fragments);
  if (type instanceof GraphQLList) return ofItems(toValues(type.ofType, selectionSet, fragments));
  if (type instanceof GraphQLEnumType) return (value) => type.getValue(String(value))?.value ?? value;
  return isObjectType(type) && selectionSet !== undefined ? ofSelection(type, selectionSet, fragments) : null;
}

function ofItems(conversion: Conversion | null): Conversion | null {
  if (conversion === null) return null;
  return (list) =>
    Array.isArray(list) ? list.map((item) => (item == null ? item : conversion(item))) : conversion(list);
}

function ofMembers(members: readonly (readonly [string, Conversion | null])[]): Conversion | null {
  const converted = members.flatMap(([name, conversion]) => (conversion === null ? [] : [[name, conversion] as const]));
  if (converted.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const result: Record<string, unknown> = { ...value };
    for (const [name, conversion] of converted) {
      if (result[name] != null) result[name] = conversion(result[name]);
    }
    return result;
  };
}
