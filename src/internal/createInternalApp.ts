import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isLoopbackHost } from '../base/isLoopbackHost.ts';
import { traceRequest } from '../tracing/traceRequest.ts';
import type { GraphqlEndpoint } from './graphqlEndpoint.ts';
import { livez, metricsPage, type Readiness, readyz } from './probes.ts';
import { sendToolError, type ToolResponse } from './toolError.ts';

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s[\]:@/?#]+))(?::\d*)?$/i;

/**
 * Refuses requests for the desk whose Host is neither that of INTERNAL_URL nor this computer, against DNS rebinding: a
 * web page could make its own name resolve to this listener. A request without Host, as HTTP/1.0 allows, comes from no
 * browser.
 * @param url INTERNAL_URL
 */
function requireDeskHost(url: string | null) {
  const own = url === null ? null : new URL(url).hostname;
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const { host } = request.headers;
    const [, address = null, text = ''] = HOST.exec(host ?? '') ?? [];
    const name = text.toLowerCase().replace(/\.$/, '');
    const isOwn = [name, `[${address}]`].some((each) => each === own || isLoopbackHost(each));
    if (host === undefined || isOwn) next();
    else {
      const remedy = 'open the desk at the host of INTERNAL_URL, or on the computer of the service at 127.0.0.1.';
      sendToolError(response, 421, 'invalid_request', `The header Host names another place: ${remedy}`);
    }
  };
}

/** What the listener answers with from the first second on. */
export interface ProbeSettings {
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  readonly readiness: () => Readiness;
}

export interface InternalSettings extends ProbeSettings {
  readonly logger: Logger;
  /** The desk's pages, and INTERNAL_URL; null without the role graph. */
  readonly desk: { readonly url: string | null; readonly load: () => Promise<RequestHandler> } | null;
  /** Null without the role graph: /graphql is then 404. */
  readonly graphql: {
    readonly tokens: InternalTokens;
    readonly endpoint: GraphqlEndpoint;
    /** What browsers get at /graphql. */
    readonly page: RequestHandler;
    /** The files of pages. */
    readonly files: RequestHandler;
  } | null;
  /** TRUST_PROXY; default: no X-Forwarded-For is trusted. */
  readonly trustProxy?: boolean | number | readonly string[];
}

/** The internal listener's application: probes and metrics without a token, the graph with it. */
export function createInternalApp(settings: InternalSettings): Express {
  const { logger, desk, graphql, trustProxy = false, ...probes } = settings;
  const app = createProbeApp(probes).set('trust proxy', trustProxy);
  if (graphql !== null) {
    // People type this path; the page's files are below it.
    app.get(/^\/graphiql$/, (_request, response) => response.redirect('/graphql'));
    app.use(graphql.files);
    app.get('/graphql', forBrowsers(graphql.page));
    app.post('/graphql', named('GraphQL'), traced, requireToken(graphql.tokens), graphql.endpoint.router);
    app.all('/graphql', refuseMethod);
  }
  if (desk !== null) {
    app.all(/^\/(?:review(?:\/.*)?)?$/, requireDeskHost(desk.url), traced, async (request, response, next) => {
      (await desk.load())(request, response, next);
    });
  }
  app.use(refusePath);
  app.use(answerFailure(logger));
  return app;
}

/** The same while the process starts: everything else is 503. */
export function createStartingApp(probes: ProbeSettings): Express {
  const app = createProbeApp(probes);
  app.use((_request, response: ToolResponse) => {
    const message = 'The service is starting: /readyz tells what it waits for.';
    response.set('Retry-After', '1');
    sendToolError(response, 503, 'service_unavailable', message);
  });
  return app;
}

/** Probes and metrics alone, for a port of their own. */
export function createMetricsApp(probes: ProbeSettings): Express {
  const app = createProbeApp(probes);
  app.use(refusePath);
  return app;
}

function createProbeApp({ metrics, readiness }: ProbeSettings): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(identify);
  app.get('/livez', livez);
  app.get('/readyz', readyz(readiness));
  app.get('/metrics', metricsPage(metrics));
  return app;
}

function identify(_request: Request, response: ToolResponse, next: NextFunction): void {
  const requestId = randomUUID();
  response.locals.requestId = requestId;
  response.set('X-Request-Id', requestId);
  next();
}

function traced(request: Request, response: ToolResponse, next: NextFunction): void {
  traceRequest('internal', request, response, (traceId) => {
    response.locals.traceId = traceId;
    next();
  });
}

function named(operationId: string) {
  return (_request: Request, response: ToolResponse, next: NextFunction): void => {
    response.locals.operationId = operationId;
    next();
  };
}

function forBrowsers(page: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.headers.accept?.includes('text/html')) page(request, response, next);
    else next();
  };
}

function refuseMethod(request: Request, response: ToolResponse): void {
  response.set('Allow', 'POST');
  const remedy = 'send operations with POST and a JSON body, or open this address in a browser';
  sendToolError(response, 405, 'method_not_allowed', `${request.method} is not allowed here: ${remedy}.`);
}

function refusePath(_request: Request, response: ToolResponse): void {
  sendToolError(response, 404, 'not_found', 'This listener has nothing at this path.');
}

function answerFailure(logger: Logger) {
  return (error: unknown, _request: Request, response: ToolResponse, next: NextFunction): void => {
    logger.error({ requestId: response.locals.requestId, err: error }, 'request failed');
    if (response.headersSent) next(error);
    else sendToolError(response, 500, 'internal_error', 'Internal error.');
  };
}

const REMEDY =
  'send "Authorization: Bearer TOKEN" with the token of INTERNAL_TOKEN, which is by default in the file internal-token of DATA_DIR, or of INTERNAL_READ_TOKEN';

/** The tokens of the internal listener: INTERNAL_TOKEN, and INTERNAL_READ_TOKEN, null where it is unset. */
interface InternalTokens {
  readonly all: string;
  readonly reads: string | null;
}

/**
 * Refuses callers without an internal token, and notes whose token reads alone. Compares digests, so that timing
 * reveals neither content nor length.
 */
function requireToken({ all, reads }: InternalTokens) {
  const isSent = (token: string) => {
    const expected = digest(token);
    return (sent: string) => timingSafeEqual(digest(sent), expected);
  };
  const [opensAll, opensReads] = [isSent(all), reads === null ? () => false : isSent(reads)];
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const readsAlone = sent !== undefined && opensReads(sent);
    if (sent !== undefined && (readsAlone || opensAll(sent))) {
      response.locals.readsAlone = readsAlone;
      next();
      return;
    }
    const problem = sent === undefined ? 'The internal token is missing' : 'This is not the internal token';
    response.set('WWW-Authenticate', 'Bearer realm="anime-catalog internal"');
    sendToolError(response, 401, 'invalid_credentials', `${problem}: ${REMEDY}.`);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
