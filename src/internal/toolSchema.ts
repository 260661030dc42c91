import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { type GraphQLFieldConfig, type GraphQLSchema, getNullableType } from 'graphql';
import type { ToolContext } from './graphqlErrors.ts';

/**
 * The graph as tools have it: each query is nullable, so that one that fails leaves the others their answers; a fixed
 * operation takes all or nothing. Resolvers ask `Work` before they begin.
 */
export function toolSchema(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.QUERY_ROOT_FIELD]: (field) => ({ ...bounded(field), type: getNullableType(field.type) }),
    [MapperKind.OBJECT_FIELD]: bounded,
  });
}

type Field = GraphQLFieldConfig<unknown, ToolContext>;

function bounded(field: Field): Field {
  const { resolve } = field;
  if (resolve === undefined) return field;
  return {
    ...field,
    resolve: (root, args, context, info) =>
      context.work.run(info.operation.operation === 'query', () => resolve(root, args, context, info)),
  };
}
