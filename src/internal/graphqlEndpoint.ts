import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Router } from 'express';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import { clientAddress } from '../graph/caller/clientAddress.ts';
import { CatalogError } from '../graph/model/errors.ts';
import { createContext, type GraphPorts } from '../graph/schema/context.ts';
import { actorOf } from './actorOf.ts';
import { formatError, type ToolContext, traceErrors } from './graphqlErrors.ts';
import { costLimit, limitShape, queryLimits } from './queryLimits.ts';
import { readOperation } from './readOperation.ts';
import type { ToolResponse } from './toolError.ts';
import { toolSchema } from './toolSchema.ts';
import { Work } from './work.ts';

/** Refuses mutations of INTERNAL_READ_TOKEN with 403, before anything is resolved. */
const refuseChanges: ApolloServerPlugin<ToolContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        // Apollo's types call it always present; it is absent when no operation has the requested name.
        const kind = (operation as OperationDefinitionNode | undefined)?.operation;
        if (!contextValue.readsAlone || kind !== 'mutation') return;
        const message = 'INTERNAL_READ_TOKEN reads alone: mutations need INTERNAL_TOKEN.';
        const refusal = new CatalogError('insufficient_scope', message);
        refusal.extensions.http = { status: 403 };
        throw refusal;
      },
    };
  },
};

export interface GraphqlEndpoint {
  readonly router: Router;
  stop(): Promise<void>;
}

/** Apollo over HTTP for callers that have passed `requireToken`: POST with a JSON body, one operation each. */
export async function createGraphqlEndpoint({
  schema,
  ports,
  logger,
}: {
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
}): Promise<GraphqlEndpoint> {
  const apollo = new ApolloServer<ToolContext>({
    schema: toolSchema(schema),
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: queryLimits.tokens },
    validationRules: [limitShape],
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // It would wrap every field of the schema: a third of the time of a page with its relations.
      ApolloServerPluginCacheControlDisabled(),
      costLimit,
      refuseChanges,
      traceErrors(logger),
    ],
    // The process handles the operator's signals in one place.
    stopOnTerminationSignals: false,
    logger: {
      debug() {},
      info() {},
      warn: (message) => logger.warn(message),
      error: (message) => logger.error(message),
    },
    formatError,
  });
  await apollo.start();
  const router = express.Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(readOperation);
  router.use(
    expressMiddleware(apollo, {
      context: async ({ req, res }) => {
        const address = clientAddress(req.ip, req.socket.remoteAddress);
        const context = createContext(ports, { kind: 'tool', actor: actorOf(req.headers) }, address);
        const client = new AbortController();
        res.once('close', () => client.abort());
        const { requestId, readsAlone = false } = (res as ToolResponse).locals;
        return Object.assign(context, { requestId, readsAlone, work: new Work(client.signal) });
      },
    }),
  );
  return { router, stop: () => apollo.stop() };
}
