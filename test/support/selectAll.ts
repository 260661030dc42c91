import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Nodes of each list within the answer. */
const INNER_PAGE = 2;

/**
 * A document that asks one root field for everything that needs no arguments.
 * @param depth levels of objects below the field
 */
export function selectAll(
  field: GraphQLField<unknown, unknown>,
  kind: 'query' | 'mutation',
  given: readonly string[],
  depth: number,
): string {
  const used = field.args.filter(({ name }) => given.includes(name));
  const variables = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const inBrackets = (text: string) => (text === '' ? '' : `(${text})`);
  return `${kind} ${inBrackets(variables)} { ${field.name}${inBrackets(passed)} ${selection(field.type, depth)} }`;
}

/** The fields of Query or Mutation, by name. */
export function rootFields(schema: GraphQLSchema, kind: 'query' | 'mutation') {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return type?.getFields() ?? {};
}

function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return '{ __typename }';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    if (isLeafType(getNamedType(field.type))) return [field.name];
    if (depth === 0) return [];
    const page = field.args.some(({ name }) => name === 'first') ? `(first: ${INNER_PAGE})` : '';
    return [`${field.name}${page} ${selection(field.type, depth - 1)}`];
  });
  return `{ ${fields.length === 0 ? '__typename' : fields.join(' ')} }`;
}
