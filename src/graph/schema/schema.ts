import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { administrationResolvers } from '../administration/resolvers.ts';
import { animeResolvers } from '../anime/resolvers.ts';
import { applicationResolvers } from '../application/resolvers.ts';
import { recordMutations } from '../audit/recordMutations.ts';
import { auditResolvers } from '../audit/resolvers.ts';
import { diagnosticsResolvers } from '../diagnostics/resolvers.ts';
import { dumpResolvers } from '../dump/resolvers.ts';
import { episodeResolvers } from '../episode/resolvers.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { importResolvers } from '../import/resolvers.ts';
import { publicationResolvers } from '../publication/resolvers.ts';
import { reviewResolvers } from '../review/resolvers.ts';
import { searchResolvers } from '../search/resolvers.ts';
import { termResolvers } from '../term/resolvers.ts';
import { userResolvers } from '../user/resolvers.ts';
import { webhookResolvers } from '../webhook/resolvers.ts';
import { enforceAccess } from './access.ts';
import { enumResolvers } from './enums.ts';
import { scalarResolvers } from './scalars.ts';
import { readTypeDefs } from './typeDefs.ts';

/** The resolvers of every concept; each map is merged type by type, so that concepts can share Query and Mutation. */
const resolvers: readonly Resolvers[] = [
  scalarResolvers,
  enumResolvers,
  animeResolvers,
  episodeResolvers,
  termResolvers,
  importResolvers,
  publicationResolvers,
  dumpResolvers,
  reviewResolvers,
  searchResolvers,
  applicationResolvers,
  webhookResolvers,
  userResolvers,
  administrationResolvers,
  auditResolvers,
  diagnosticsResolvers,
];

let schema: GraphQLSchema | undefined;

/** The executable graph, the same at every call: documents are prepared against this very object. */
export function createSchema(): GraphQLSchema {
  schema ??= buildSchema();
  return schema;
}

function buildSchema(): GraphQLSchema {
  const executable = makeExecutableSchema({
    typeDefs: readTypeDefs(),
    resolvers: resolvers.map(recordMutations),
    inheritResolversFromInterfaces: false,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  return enforceAccess(executable);
}
