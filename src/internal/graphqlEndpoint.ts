import type { IncomingHttpHeaders } from 'node:http';
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
        const context = createContext(ports, { kind: 'tool', actor: readActor(req.headers) }, address);
        const client = new AbortController();
        res.once('close', () => client.abort());
        const { requestId, readsAlone = false } = (res as ToolResponse).locals;
        return Object.assign(context, { requestId, readsAlone, work: new Work(client.signal) });
      },
    }),
  );
  return { router, stop: () => apollo.stop() };
}

const LONGEST_NAME = 200;

/**
 * The person behind a tool, from the header X-Actor, recorded with the tool's changes; null where it is absent or
 * empty.
 * @throws CatalogError invalid_request for an invalid name
 */
export function readActor(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-actor'];
  if (header === undefined) return null;
  const name = decoded(String(header)).trim();
  if (name === '') return null;
  if (name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new CatalogError(
      'invalid_request',
      `The header X-Actor must be a name of at most ${LONGEST_NAME} characters without control characters.`,
    );
  }
  if (/cac_|whsec_|eyJ/i.test(name)) {
    throw new CatalogError('invalid_request', 'The header X-Actor holds a credential: it is recorded, send a name.');
  }
  return name;
}

/**
 * A header holds ASCII: other names come percent-encoded, or as the bytes of their UTF-8, which Node reads as Latin-1.
 */
function decoded(header: string): string {
  const utf8 = Buffer.from(header, 'latin1').toString('utf8');
  const text = utf8.includes('\uFFFD') ? header : utf8;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
