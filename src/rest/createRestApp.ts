import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { applicationOwner } from '../graph/application/applicationOwner.ts';
import { createContext, type GraphPorts } from '../graph/schema/context.ts';
import { prepare } from '../graph/schema/execution.ts';
import { Admission, type CallerPorts } from './admission/admission.ts';
import { listAnime } from './anime/listAnime.ts';
import type { Endpoint, EndpointTools } from './endpoint/endpoint.ts';
import { addressReader, type TrustProxy } from './http/addressReader.ts';
import { EntityTags } from './http/entityTags.ts';
import { Exchange } from './http/exchange.ts';
import { representationVersion } from './http/representationVersion.ts';
import { openApiDocument } from './openapi/openApiDocument.ts';
import { descriptionPage } from './pages/descriptionPage.ts';
import { problemPages } from './pages/problemPages.ts';
import { referencePages } from './pages/referencePages.ts';
import { CursorCodec } from './parameters/cursorCodec.ts';
import { answerProblems } from './problem/answerProblems.ts';
import type { RepresentationCache } from './representation/representationCache.ts';
import { assertOneHost } from './request/assertOneHost.ts';
import { issuerPages } from './request/issuerPages.ts';
import { requestTarget } from './request/requestTarget.ts';
import { serveRoutes } from './request/serveRoutes.ts';
import { routes } from './routes.ts';
import { warmUp } from './warmUp.ts';

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
  /** Whose X-Forwarded-For counts; default: nobody's. */
  readonly trustProxy?: TrustProxy;
  /** Told the address of what looks like a proxy while nobody's X-Forwarded-For counts. */
  readonly onUnreadProxy?: (address: string) => void;
}

export interface RestApp {
  readonly handle: RequestListener;
  /** Reads what callers will ask for, so that the first of them find it held. @throws what the reads throw */
  warmUp(signal: AbortSignal): Promise<void>;
}

/**
 * The public interface at /v1. Express serves the issuer's pages alone: it costs a read more than everything else. Serve `handle` with `createRestServer`, which also answers what Node's HTTP
 * parser refuses.
 */
export function createRestApp(settings: RestSettings): RestApp {
  const { schema, ports, endpoints = routes, issuer, trustProxy = false } = settings;
  const description = JSON.stringify(openApiDocument(endpoints));
  const representation = representationVersion(description, settings.cursorSecrets[0]);
  const tools: EndpointTools = {
    operation: (operation) => prepare(schema, operation),
    cursors: new CursorCodec(settings.cursorSecrets),
    entityTags: new EntityTags(representation),
    representations: settings.representations,
  };

  const operations = endpoints.map((endpoint) => ({ endpoint, respond: endpoint.prepare(tools) }));
  const answerProblem = answerProblems(settings.logger);
  const admission = new Admission(settings.callers, {
    addressOf: addressReader(trustProxy, settings.onUnreadProxy),
    ownerOf: (id) => applicationOwner(ports.database, id, ports.issuer),
  });
  const serve = serveRoutes({
    operations,
    pages: [descriptionPage(description), ...referencePages(), ...problemPages()],
    admission,
    createContext: (caller, address) => createContext(ports, caller, address),
  });
  const serveIssuer = issuer === null ? null : issuerPages(issuer, { trustProxy, answerProblem });
  const answer = async (exchange: Exchange): Promise<void> => {
    await admission.countRequest(exchange);
    assertOneHost(exchange.request);
    const target = requestTarget(exchange.request.url ?? '');
    if (serveIssuer !== null && isBelow(issuerPath, target.path)) serveIssuer(exchange);
    else await serve(exchange, target);
  };
  const handle: RequestListener = (request, response) => {
    const exchange = new Exchange(request, response);
    answer(exchange).catch((error: unknown) => answerProblem(exchange, error));
  };
  const list = operations.find(({ endpoint }) => endpoint === listAnime);
  return {
    handle,
    async warmUp(signal) {
      if (list === undefined) return;
      const createPublicContext = () => createContext(ports, { kind: 'public' });
      const { representations } = settings;
      await warmUp({ respond: list.respond, createContext: createPublicContext, representations, signal });
    },
  };
}

const issuerPath = '/oidc';

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/');
}
