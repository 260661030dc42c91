import type { Request } from 'express';
import type { Viewer } from '../../graph/model/viewer.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Admission } from '../admission/admission.ts';
import { readBody } from '../body/readBody.ts';
import { open } from '../endpoint/access.ts';
import type { Endpoint, EndpointTools, Responder } from '../endpoint/endpoint.ts';
import type { Page } from '../page.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { RestResponse } from './requestFacts.ts';
import { requestTarget } from './requestTarget.ts';
import { RouteTable } from './routeTable.ts';
import { sendAnswer } from './sendAnswer.ts';

interface ServedRoutes {
  readonly endpoints: readonly Endpoint[];
  readonly pages: readonly Page[];
  readonly tools: EndpointTools;
  readonly admission: Admission;
  /** A fresh context for each request. */
  readonly createContext: (caller: Viewer) => GraphContext;
}

type Target =
  | { readonly kind: 'operation'; readonly endpoint: Endpoint; readonly respond: Responder }
  | { readonly kind: 'page'; readonly page: Page };

type Methods = Readonly<Record<string, Target>>;

/**
 * The steps of a request in the order of its refusals (docs/decisions.md#order-of-refusals): path 404, method 405, caller 401, 429 and 403; the rest is the
 * endpoint's own.
 */
export function serveRoutes({ endpoints, pages, tools, admission, createContext }: ServedRoutes) {
  const table = new RouteTable<Methods>(methodsByPath(endpoints, pages, tools));

  return async (request: Request, response: RestResponse): Promise<void> => {
    assertOneHost(request);
    if (request.url === '*' && request.method === 'OPTIONS') {
      sendOptions(response, 'GET, HEAD, OPTIONS');
      return;
    }
    const target = requestTarget(request.url);
    const route = table.match(target.path);
    const { method } = request;
    const found = route?.target[method === 'HEAD' ? 'GET' : method];
    if (found?.kind === 'page') {
      await found.page.serve(request, response);
      return;
    }
    const isCounted = belongsToV1(target.path) && !isPreflight(request);
    if (isCounted) response.setHeader('Vary', 'Accept-Encoding, Authorization');
    if (route === null) {
      if (isCounted) await admission.count(request, response);
      throw new ProblemError('not_found', 'There is nothing at this path.');
    }
    const { segments } = route;
    if (method === 'OPTIONS') {
      if (isCounted && !isPage(route.target)) await admission.admit({ request, response, access: open, segments });
      sendOptions(response, allowed(route.target));
      return;
    }
    if (found === undefined) {
      if (isCounted && !isPage(route.target)) await admission.count(request, response);
      const allow = allowed(route.target);
      throw new ProblemError('method_not_allowed', `${method} is not allowed here, but ${allow}.`, {
        headers: { Allow: allow },
      });
    }

    const { endpoint, respond } = found;
    response.locals.operationId = endpoint.operationId;
    if (endpoint.method !== 'GET' || endpoint.access.human) closeToOtherOrigins(response);
    const admitted = await admission.admit({ request, response, access: endpoint.access, segments });
    const answer = await respond({
      query: target.query,
      segments,
      headers: request.headers,
      body: (rule) => readBody(request, response, rule),
      context: createContext(admitted.viewer),
    });
    if (answer.kind === 'notModified') await admitted.giveBack();
    sendAnswer(request, response, { endpoint, target, segments }, answer);
  };
}

function belongsToV1(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Whether a browser asks what a page of another site may do. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

function isPage(methods: Methods): boolean {
  return Object.values(methods).every(({ kind }) => kind === 'page');
}

/** Pages of other sites may read; what changes something is for its owner's own programs. */
function closeToOtherOrigins(response: RestResponse): void {
  response.removeHeader('Access-Control-Allow-Origin');
  response.removeHeader('Access-Control-Expose-Headers');
}

/** RFC 9112, 3.2. Node's own reading of the headers keeps the first of several. */
function assertOneHost({ headers, rawHeaders, httpVersion }: Request): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ProblemError('invalid_request', 'HTTP/1.1 requires the header Host.');
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) {
    throw new ProblemError('invalid_request', 'The header Host stands in the request more than once: send it once.');
  }
}

function methodsByPath(endpoints: readonly Endpoint[], pages: readonly Page[], tools: EndpointTools) {
  const methods = new Map<string, Record<string, Target>>();
  const at = (path: string) => methods.get(path) ?? methods.set(path, {}).get(path) ?? {};
  for (const endpoint of endpoints) {
    at(endpoint.path)[endpoint.method] = { kind: 'operation', endpoint, respond: endpoint.prepare(tools) };
  }
  for (const page of pages) at(page.path).GET = { kind: 'page', page };
  return [...methods].map(([path, target]) => ({ path, target }));
}

function sendOptions(response: RestResponse, allow: string): void {
  response.statusCode = 204;
  response.setHeader('Allow', allow);
  response.end();
}

function allowed(methods: Methods): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');
}
