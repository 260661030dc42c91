import express, { type Express, type NextFunction } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { applicationOwner } from '../graph/application/applicationOwner.ts';
import { Arrivals } from '../graph/publication/arrivals.ts';
import { onPublication } from '../graph/publication/publicationSignal.ts';
import { createContext, type GraphPorts } from '../graph/schema/context.ts';
import { prepare } from '../graph/schema/execution.ts';
import { Admission, type CallerPorts } from './admission/admission.ts';
import type { Endpoint, EndpointTools } from './endpoint/endpoint.ts';
import { EntityTags, representationVersion } from './http/entityTags.ts';
import type { RestRequest, RestResponse } from './http/requestFacts.ts';
import { compressAnswers } from './http/sendContent.ts';
import { describeInstallation } from './openapi/describeInstallation.ts';
import type { Installation } from './openapi/servedDocument.ts';
import { type OpenApi, readServedDocument } from './openapi/servedDocument.ts';
import { descriptionPage, keySet, securityText } from './pages/documentPages.ts';
import { CursorCodec } from './parameters/cursorCodec.ts';
import { answerProblems } from './problem/answerProblems.ts';
import type { RepresentationCache } from './representation/representationCache.ts';
import { assertOneHost, beginRequest } from './request/beginRequest.ts';
import { createRouter } from './request/createRouter.ts';
import { routes } from './routes.ts';
import type { Site, SiteTools } from './site.ts';

export interface RestSettings {
  /** The schema that `ports` serve; documents are prepared against it once. */
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  /** The operations; default: the public interface's. */
  readonly endpoints?: readonly Endpoint[];
  /** Their description; default: openapi.json. */
  readonly document?: OpenApi;
  /** HMAC keys of cursors, shared by all replicas: the first signs, all verify. */
  readonly cursorSecrets: readonly [string, ...string[]];
  /** The description's facts about this installation; default: none. */
  readonly installation?: Installation;
  /** The web pages; default: none, so that browsers too get problems as JSON. */
  readonly site?: (tools: SiteTools) => Site;
  /** Where vulnerabilities are reported, a mailto: or https: address; null or absent: no security.txt. */
  readonly securityContact?: string | null;
  /** The cache of representations. */
  readonly representations: RepresentationCache;
  readonly callers: CallerPorts;
  /** The public keys of the access tokens made here; null or absent with OAUTH_ISSUER. */
  readonly publicKeys?: (() => Promise<readonly object[]>) | null;
  /** Logs failures (5xx); the listener's observer logs requests. */
  readonly logger: Logger;
  /**
   * Which peers' X-Forwarded-For is trusted: all, none (the default), a number of proxies, or these addresses and
   * ranges.
   */
  readonly trustProxy?: boolean | number | readonly string[] | undefined;
  /** Called with the address of an apparent proxy that is not trusted. */
  readonly onUnreadProxy?: (address: string) => void;
}

export interface RestApp {
  /** Serve it with `createRestServer` (server/), which answers what Node's HTTP parser refuses. */
  readonly app: Express;
  /** Answers the requests that wait for events; none is held from now on. */
  release(): Promise<void>;
}

/** The public interface: the operations below /v1, and web pages. */
export function createRestApp(settings: RestSettings): RestApp {
  const { schema, ports, endpoints = routes, publicKeys = null, installation, trustProxy = false } = settings;
  const document = settings.document ?? readServedDocument();
  // What an operator configures changes no representation.
  const representation = representationVersion(JSON.stringify(document), settings.cursorSecrets[0]);
  const description = JSON.stringify(installation ? describeInstallation(document, installation) : document);
  const arrivals = new Arrivals((wake) => onPublication(ports.database, ports.publications, wake));
  const tools: EndpointTools = {
    arrivals,
    operation: (operation) => prepare(schema, operation),
    cursors: new CursorCodec(settings.cursorSecrets),
    entityTags: new EntityTags(representation),
    representations: settings.representations,
  };
  const operations = endpoints.map((endpoint) => ({ endpoint, respond: endpoint.prepare(tools) }));
  const admission = new Admission(settings.callers, (id) => applicationOwner(ports.database, id, ports.issuer));

  const { securityContact = null } = settings;
  const { quotas } = settings.callers;
  const site = settings.site?.({ operations, admission, quotas, schema, ports, description, installation });

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('trust proxy', trustProxy);
  app.use(beginRequest(settings.onUnreadProxy));
  app.use(async (request: RestRequest, response: RestResponse, next: NextFunction) => {
    await admission.countRequest(response);
    assertOneHost(request);
    next();
  });
  app.use(compressAnswers);
  app.use(
    createRouter({
      operations,
      pages: [
        descriptionPage(description, (response) => admission.admitAddress(response, 'anonymous')),
        ...(publicKeys === null ? [] : [keySet(publicKeys)]),
        ...(securityContact === null ? [] : [securityText(securityContact, ports.now)]),
        ...(site?.pages ?? []),
      ],
      admission,
      createContext: (caller, { address }) => createContext(ports, caller, address),
    }),
  );
  app.use(answerProblems(settings.logger, site?.showProblem));

  return {
    app,
    release: () => arrivals.stop(),
  };
}
