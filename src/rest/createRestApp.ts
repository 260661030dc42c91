import compression from 'compression';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { applicationOwner } from '../graph/application/applicationOwner.ts';
import { createContext, type GraphPorts } from '../graph/schema/context.ts';
import { prepare } from '../graph/schema/execution.ts';
import { Admission, type CallerPorts } from './admission/admission.ts';
import { CursorCodec } from './cursors.ts';
import type { Endpoint, EndpointTools } from './endpoint/endpoint.ts';
import { EntityTags } from './endpoint/entityTags.ts';
import { descriptionPage } from './openapi/descriptionPage.ts';
import { openApiDocument } from './openapi/openApiDocument.ts';
import { LineLimit } from './problem/lineLimit.ts';
import { problemPages } from './problem/problemPages.ts';
import { sendProblem } from './problem/sendProblem.ts';
import { toProblem } from './problem/toProblem.ts';
import { referencePages } from './reference/referencePages.ts';
import type { RepresentationCache } from './representation/representationCache.ts';
import { representationVersion } from './representationVersion.ts';
import type { RestResponse } from './request/requestFacts.ts';
import { identifyRequest } from './request/requestFacts.ts';
import { compressionThreshold } from './request/sendContent.ts';
import { serveRoutes } from './request/serveRoutes.ts';
import { routes } from './routes.ts';

export interface RestSettings {
  /** The very schema that `ports` serve; documents are prepared against it once. */
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  /** The operations; those of the public interface when left out. */
  readonly endpoints?: readonly Endpoint[];
  /** HMAC keys of cursors, shared by all replicas: the first signs, all verify. */
  readonly cursorSecrets: readonly [string, ...string[]];
  /** What is kept of entities between requests. */
  readonly representations: RepresentationCache;
  readonly callers: CallerPorts;
  /** The embedded issuer, which answers below /oidc in a way of its own; null where there is none. */
  readonly issuer: RequestHandler | null;
  /** Told of failures (5xx); requests are logged by the listener's own observer. */
  readonly logger: Logger;
  /** Express's `trust proxy`: whose X-Forwarded-For counts. */
  readonly trustProxy?: boolean | number | readonly string[];
}

/**
 * The public interface at /v1 as an Express application. Serve it with `createRestServer`, which also answers what Node's HTTP
 * parser refuses.
 */
export function createRestApp(settings: RestSettings): Express {
  const { schema, ports, logger, endpoints = routes } = settings;
  const description = JSON.stringify(openApiDocument(endpoints));
  const representation = representationVersion(description, settings.cursorSecrets[0]);
  const tools: EndpointTools = {
    operation: (operation) => prepare(schema, operation),
    cursors: new CursorCodec(settings.cursorSecrets),
    entityTags: new EntityTags(representation),
    representations: settings.representations,
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', settings.trustProxy ?? false);
  app.use(identifyRequest as unknown as RequestHandler);
  if (settings.issuer !== null) app.use('/oidc', settings.issuer);
  app.use(securityHeaders);
  app.use(openToAllOrigins);
  app.use(compressIfAsked);
  app.use(
    serveRoutes({
      endpoints,
      pages: [descriptionPage(description), ...referencePages(), ...problemPages()],
      tools,
      admission: new Admission(settings.callers, (id) => applicationOwner(ports.database, id)),
      createContext: (caller) => createContext(ports, caller),
    }) as unknown as RequestHandler,
  );
  app.use(answerProblems(logger));
  return app;
}

const securityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  // The proxy that ends TLS knows whether it always will.
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

const openToAllOrigins = cors({
  origin: '*',
  methods: ['GET', 'HEAD', 'OPTIONS'],
  allowedHeaders: ['Authorization', 'If-None-Match', 'Traceparent', 'Tracestate'],
  exposedHeaders: [
    'X-Request-Id',
    'ETag',
    'Link',
    'Location',
    'Allow',
    'Retry-After',
    'WWW-Authenticate',
    'RateLimit',
    'RateLimit-Policy',
  ],
  maxAge: 86_400,
  // An unknown path has no preflight: the routes decide.
  preflightContinue: true,
});

const compress = compression({
  threshold: compressionThreshold,
  // A strong entity tag names the very bytes.
  filter: (request, response) => !hasStrongTag(response.getHeader('ETag')) && compression.filter(request, response),
});

function hasStrongTag(tag: unknown): boolean {
  return typeof tag === 'string' && !tag.startsWith('W/');
}

const compressIfAsked: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};

function answerProblems(logger: Logger): ErrorRequestHandler {
  const refusals = new LineLimit();
  return (error, request, response, next) => {
    const problem = toProblem(error);
    if (problem.status >= 500) {
      const { requestId, operationId } = (response as RestResponse).locals;
      const line = { requestId, operationId, code: problem.code, err: rootCause(problem) };
      // What is away is told by everyone who asks for it; what broke is news.
      const omitted = problem.status === 503 ? refusals.take() : 0;
      if (problem.status !== 503) logger.error(line, 'request failed');
      else if (omitted !== undefined) logger.warn({ ...line, ...(omitted > 0 && { omitted }) }, 'request refused');
    }
    // Express ends the connection of an answer that broke off half-way.
    if (response.headersSent) next(error);
    else sendProblem(request, response as RestResponse, problem);
  };
}

/** What a masked failure hides. */
function rootCause(error: Error): unknown {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  return cause;
}
