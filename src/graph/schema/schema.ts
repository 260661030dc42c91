import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { recordMutations } from '../audit/recordMutations.ts';
import { enforceAccess } from './access.ts';
import { resolvers } from './resolvers.ts';
import { readTypeDefs } from './typeDefs.ts';

/** The executable graph. Build it once: documents are prepared against this very object. */
export function createSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs: readTypeDefs(),
    resolvers: resolvers.map(recordMutations),
    inheritResolversFromInterfaces: false,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  return enforceAccess(schema);
}
