import { ApolloServer, type ApolloServerOptions } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type NextFunction, type Request, type Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { clientAddress } from '../graph/caller/clientAddress.ts';
import { createContext, type GraphPorts } from '../graph/schema/context.ts';
import { actorOf } from './actorOf.ts';
import { bodyFault } from './bodyFault.ts';
import { CompiledOperations } from './compiledOperations.ts';
import { formatError, traceErrors } from './graphqlErrors.ts';
import { limitQueries, queryLimits } from './queryLimits.ts';
import type { ToolContext } from './toolContext.ts';
import { sendToolError, type ToolResponse } from './toolError.ts';

export interface GraphqlEndpointOptions {
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
}

type Gateway = NonNullable<ApolloServerOptions<ToolContext>['gateway']>;

export interface GraphqlEndpoint {
  readonly router: Router;
  stop(): Promise<void>;
}

/** An import batch of 8 MB (docs/decisions.md#catalogue-format), and what is wrapped around it. */
const LARGEST_BODY = 8 * 1024 * 1024 + 256 * 1024;

/** Apollo over HTTP for callers that have passed `requireToken`: POST with a JSON body, one operation each. */
export async function createGraphqlEndpoint(options: GraphqlEndpointOptions): Promise<GraphqlEndpoint> {
  const { schema, ports, logger } = options;
  const limits = limitQueries();
  const apollo = new ApolloServer<ToolContext>({
    gateway: executing(schema),
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: queryLimits.tokens },
    validationRules: limits.validationRules,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // On, it wraps every field of the schema: a third of the time of a page with its relations.
      ApolloServerPluginCacheControlDisabled(),
      ...limits.plugins,
      traceErrors(logger),
    ],
    // The operator's signals are handled in one place.
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
  router.use(
    refuseOtherTypes,
    express.json({ limit: LARGEST_BODY, strict: false }),
    refuseBrokenBodies,
    refuseOtherBodies,
  );
  router.use(
    expressMiddleware(apollo, {
      context: async ({ req, res }) =>
        Object.assign(createContext(ports, { kind: 'tool', actor: actorOf(req.headers) }, addressOf(req)), {
          requestId: res.locals.requestId,
        }),
    }),
  );
  return { router, stop: () => apollo.stop() };
}

function addressOf({ socket }: Request): string {
  return clientAddress(undefined, socket.remoteAddress);
}

/** Apollo's hook for executing operations itself. */
function executing(schema: GraphQLSchema): Gateway {
  const operations = new CompiledOperations(schema);
  return {
    async load() {
      return {
        executor: ({ document, source, request, context }) =>
          operations.run({
            document,
            source,
            operationName: request.operationName,
            variables: request.variables,
            context: context as ToolContext,
          }),
      };
    },
    onSchemaLoadOrUpdate(tell) {
      tell({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => {};
    },
    stop: async () => {},
  };
}

function refuseOtherTypes(request: Request, response: ToolResponse, next: NextFunction): void {
  if (request.is('application/json')) {
    next();
    return;
  }
  sendToolError(
    response,
    415,
    'unsupported_media_type',
    'Send the operation as JSON: Content-Type: application/json and a body such as {"query": "{ __typename }"}.',
  );
}

/** body-parser's errors carry their status and a type. */
function refuseBrokenBodies(error: unknown, _request: Request, response: ToolResponse, next: NextFunction): void {
  const { status, type } = error as { readonly status?: unknown; readonly type?: unknown };
  const refuse = sendToolError.bind(null, response);
  if (status === 413) {
    refuse(413, 'payload_too_large', 'The body is larger than 8 MB: send smaller batches.');
  } else if (status === 415) {
    refuse(415, 'unsupported_media_type', 'Send the body in UTF-8, plain or compressed with gzip, deflate or br.');
  } else if (type === 'entity.parse.failed') {
    refuse(400, 'invalid_request', 'The body is not JSON: send an object such as {"query": "{ __typename }"}.');
  } else if (typeof status === 'number' && status < 500) {
    refuse(400, 'invalid_request', 'The body cannot be read: it broke off or is not what its headers say.');
  } else next(error);
}

function refuseOtherBodies({ body }: Request, response: ToolResponse, next: NextFunction): void {
  const fault = bodyFault(body);
  if (fault === null) next();
  else sendToolError(response, 400, 'invalid_request', fault);
}
