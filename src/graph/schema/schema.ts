import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { recordMutations } from '../audit/recordMutations.ts';
import { resolvers } from './resolvers.ts';
import { typeDefs } from './typeDefs.ts';

/** The executable graph. Build it once: documents are prepared against this very object. */
export function createSchema(): GraphQLSchema {
  return makeExecutableSchema({
    typeDefs,
    resolvers: resolvers.map(recordMutations),
    inheritResolversFromInterfaces: false,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}
