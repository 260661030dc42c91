import type { IncomingMessage } from 'node:http';
import type { Viewer } from '../../graph/model/viewer.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Admission } from '../admission/admission.ts';
import { readBody } from '../body/readBody.ts';
import { open } from '../endpoint/access.ts';
import type { Endpoint, Responder } from '../endpoint/endpoint.ts';
import { closeToOtherOrigins } from '../http/closeToOtherOrigins.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Page } from '../pages/page.ts';
import { ProblemError } from '../problem/problemError.ts';
import { toProblemOf } from '../problem/toProblem.ts';
import type { RequestTarget } from './requestTarget.ts';
import { RouteTable } from './routeTable.ts';
import { sendAnswer } from './sendAnswer.ts';

interface ServedRoutes {
  readonly operations: readonly Operation[];
  readonly pages: readonly Page[];
  readonly admission: Admission;
  /** A fresh context for each request. */
  readonly createContext: (caller: Viewer, address: string) => GraphContext;
}

/** An endpoint that has been prepared. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly respond: Responder;
}

type Target = ({ readonly kind: 'operation' } & Operation) | { readonly kind: 'page'; readonly page: Page };

type Methods = Readonly<Record<string, Target>>;

/**
 * The steps of a request in the order of its refusals (docs/decisions.md#order-of-refusals): path 404, method 405, caller 401, 429 and 403; the rest is the
 * endpoint's own.
 */
export function serveRoutes({ operations, pages, admission, createContext }: ServedRoutes) {
  const table = new RouteTable<Methods>(methodsByPath(operations, pages));

  return async (exchange: Exchange, target: RequestTarget): Promise<void> => {
    const { request, response } = exchange;
    if (request.url === '*' && request.method === 'OPTIONS') {
      sendOptions(exchange, 'GET, HEAD, OPTIONS');
      return;
    }
    const route = table.match(target.path);
    const { method = '' } = request;
    const found = route?.target[method === 'HEAD' ? 'GET' : method];
    if (found?.kind === 'page') {
      await found.page.serve(exchange);
      return;
    }
    const isCounted = belongsToV1(target.path) && !isPreflight(request);
    if (isCounted) exchange.setHeader('Vary', 'Accept-Encoding, Authorization');
    if (route === null) {
      if (isCounted) await admission.count(exchange);
      throw new ProblemError('not_found', 'There is nothing at this path.');
    }
    const { segments } = route;
    if (found === undefined && Object.values(route.target).every(isClosed)) closeToOtherOrigins(exchange);
    if (method === 'OPTIONS') {
      if (isCounted && !isPage(route.target)) await admission.admit({ exchange, access: open, segments });
      sendOptions(exchange, allowed(route.target));
      return;
    }
    if (found === undefined) {
      if (isCounted && !isPage(route.target)) await admission.count(exchange);
      const allow = allowed(route.target);
      throw new ProblemError('method_not_allowed', `${method} is not allowed here, but ${allow}.`, {
        headers: { Allow: allow },
      });
    }

    const { endpoint, respond } = found;
    exchange.operationId = endpoint.operationId;
    if (isClosed(found)) closeToOtherOrigins(exchange);
    try {
      const admitted = await admission.admit({ exchange, access: endpoint.access, segments });
      const answer = await respond({
        query: target.query,
        segments,
        headers: request.headers,
        body: (rule) => readBody(request, response, rule),
        context: createContext(admitted.viewer, admitted.address),
      });
      if (answer.kind === 'notModified' && answer.byVersionAlone) await admitted.giveBack();
      sendAnswer(exchange, { endpoint, target, segments }, answer);
    } catch (error) {
      throw endpoint.unavailable === undefined ? error : toProblemOf(endpoint.unavailable, error);
    }
  };
}

function belongsToV1(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Whether a browser asks what a page of another site may do. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

function isPage(methods: Methods): boolean {
  return Object.values(methods).every(({ kind }) => kind === 'page');
}

/** Pages of other sites may read; what changes something, and what is a person's own, is for its owner's own programs. */
function isClosed(target: Target): boolean {
  return target.kind === 'operation' && (target.endpoint.method !== 'GET' || target.endpoint.access.human);
}

function methodsByPath(operations: readonly Operation[], pages: readonly Page[]) {
  const methods = new Map<string, Record<string, Target>>();
  const at = (path: string) => methods.get(path) ?? methods.set(path, {}).get(path) ?? {};
  for (const { endpoint, respond } of operations) {
    at(endpoint.path)[endpoint.method] = { kind: 'operation', endpoint, respond };
  }
  for (const page of pages) at(page.path).GET = { kind: 'page', page };
  return [...methods].map(([path, target]) => ({ path, target }));
}

function sendOptions(exchange: Exchange, allow: string): void {
  exchange.setHeader('Allow', allow);
  exchange.end(204);
}

function allowed(methods: Methods): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');
}
