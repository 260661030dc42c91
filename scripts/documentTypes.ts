import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { resolverTypeSettings } from './resolverTypeSettings.ts';

const scalars: Readonly<Record<string, string>> = {
  ...resolverTypeSettings.scalars,
  ...{ String: 'string', Boolean: 'boolean', Int: 'number', Float: 'number' },
};

/**
 * The types of the fixed operations in these sources, by their texts: gql.tada takes them from here, and infers only
 * those of other texts, which costs the compiler as much as all else.
 */
export function documentTypes(schema: GraphQLSchema, sources: readonly string[]): string {
  const texts = [...new Set(sources.flatMap(textsOf))].sort();
  const documents = texts.map((text) => [text, parse(text)] as const);
  const printer = new TypePrinter(schema, fragmentsOf(documents.map(([, document]) => document)));
  const entries = documents.map(([text, document]) => `    ${JSON.stringify(text)}: ${printer.documentOf(document)};`);
  const enums = Object.keys(resolverTypeSettings.enumValues).filter((name) => schema.getType(name));
  return [
    "import type { TadaDocumentNode } from 'gql.tada';",
    `import type { ${enums.join(', ')} } from '../model/vocabulary.ts';\n`,
    ...printer.inputs(),
    `declare module 'gql.tada' {\n  interface setupCache {\n${entries.join('\n')}\n  }\n}\n`,
  ].join('\n');
}

/** The literals that the tag is called with. */
function textsOf(source: string): string[] {
  return [...source.matchAll(/\bgraphql\(\s*(?:`([^`\\]*)`|'([^'\\\n]*)')/g)].map(
    ([, long, short]) => long ?? short ?? '',
  );
}

function fragmentsOf(documents: readonly DocumentNode[]): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of documents.flatMap(({ definitions }): readonly DefinitionNode[] => definitions)) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const name = definition.name.value;
    const other = fragments.get(name);
    if (other !== undefined && print(other) !== print(definition)) throw new Error(`two fragments are named ${name}`);
    fragments.set(name, definition);
  }
  return fragments;
}

/** Prints TypeScript types as gql.tada infers them. */
class TypePrinter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** The type of a document: of its operation, or of the fragment that it is. */
  documentOf({ definitions: [definition] }: DocumentNode): string {
    if (definition?.kind === Kind.FRAGMENT_DEFINITION) {
      const { name, typeCondition, selectionSet } = definition;
      const result = this.#objectOf(this.#objectType(typeCondition.name.value), [selectionSet]);
      const decoration = `{ fragment: '${name.value}'; on: '${typeCondition.name.value}'; masked: false }`;
      return `TadaDocumentNode<${result}, {}, ${decoration}>`;
    }
    if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('a document has an operation or a fragment');
    const root = this.#schema.getRootType(definition.operation);
    if (!root) throw new Error(`there is no ${definition.operation}`);
    const variables = (definition.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
      const given = typeFromAST(this.#schema, type) as GraphQLInputType;
      return member(variable.name.value, this.#inputOf(given), isNonNullType(given) && defaultValue === undefined);
    });
    return `TadaDocumentNode<${this.#objectOf(root, [definition.selectionSet])}, ${braces(variables)}, void>`;
  }

  /** The input objects of the schema. */
  inputs(): string[] {
    return Object.values(this.#schema.getTypeMap())
      .filter(isInputObjectType)
      .map((type) => {
        const fields = Object.values(type.getFields());
        const members = fields.map((it) => member(it.name, this.#inputOf(it.type), isRequiredInputField(it)));
        return `interface ${type.name} ${braces(members)}\n`;
      });
  }

  #inputOf(type: GraphQLInputType): string {
    if (isNonNullType(type)) return this.#inputOf(type.ofType).replace(/ \| null$/, '');
    if (isListType(type)) return `${listOf(this.#inputOf(type.ofType))} | null`;
    return `${isInputObjectType(type) ? type.name : leafOf(type)} | null`;
  }

  #outputOf(type: GraphQLOutputType, selected: readonly SelectionSetNode[]): string {
    if (isNonNullType(type)) return this.#outputOf(type.ofType, selected).replace(/ \| null$/, '');
    if (isListType(type)) return `${listOf(this.#outputOf(type.ofType, selected))} | null`;
    return `${isObjectType(type) ? this.#objectOf(type, selected) : leafOf(type)} | null`;
  }

  #objectOf(type: GraphQLObjectType, selected: readonly SelectionSetNode[]): string {
    const fields = new Map<string, FieldNode[]>();
    for (const set of selected) this.#collect(set, fields);
    return braces(
      [...fields].map(([name, nodes]) => {
        const field = nodes[0]?.name.value ?? '';
        if (field === '__typename') return member(name, `'${type.name}'`, true);
        const definition = type.getFields()[field];
        if (definition === undefined) throw new Error(`${type.name} has no field ${field}`);
        const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
        return member(name, this.#outputOf(definition.type, below), true);
      }),
    );
  }

  /** The fields of a selection and of its fragments, by their names in the answer. */
  #collect({ selections }: SelectionSetNode, fields: Map<string, FieldNode[]>): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        fields.set(name, [...(fields.get(name) ?? []), selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.#collect(selection.selectionSet, fields);
      } else {
        const fragment = this.#fragments.get(selection.name.value);
        if (fragment === undefined) throw new Error(`there is no fragment ${selection.name.value}`);
        this.#collect(fragment.selectionSet, fields);
      }
    }
  }

  #objectType(name: string): GraphQLObjectType {
    const type = this.#schema.getType(name);
    if (!isObjectType(type)) throw new Error(`${name} is no object type`);
    return type;
  }
}

function leafOf(type: GraphQLInputType | GraphQLOutputType): string {
  const { name } = getNamedType(type) as GraphQLNamedType;
  if (!isEnumType(type)) return scalars[name] ?? 'unknown';
  if (name in resolverTypeSettings.enumValues) return name;
  return type
    .getValues()
    .map((value) => `'${value.name}'`)
    .join(' | ');
}

function listOf(item: string): string {
  return / \| /.test(item) && !/^\{.*\}$/.test(item) ? `(${item})[]` : `${item}[]`;
}

function member(name: string, type: string, isRequired: boolean): string {
  return isRequired ? `${name}: ${type}` : `${name}?: ${type.replace(/ \| null$/, '')} | null`;
}

function braces(members: readonly string[]): string {
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
