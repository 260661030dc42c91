import express, { type NextFunction, type Router } from 'express';
import type { Viewer } from '../../graph/model/viewer.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Admission } from '../admission/admission.ts';
import { readBody } from '../body/readBody.ts';
import { open } from '../endpoint/access.ts';
import type { Endpoint, Responder } from '../endpoint/endpoint.ts';
import { closeToOtherOrigins } from '../http/answerHeaders.ts';
import type { RequestFacts, RestRequest, RestResponse } from '../http/requestFacts.ts';
import type { Page } from '../pages/page.ts';
import { rawQueryOf } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { toProblemWithCode } from '../problem/toProblem.ts';
import { sendAnswer } from './sendAnswer.ts';

interface ServedRoutes {
  readonly operations: readonly Operation[];
  readonly pages: readonly Page[];
  readonly admission: Admission;
  /** A fresh context for each request. */
  readonly createContext: (caller: Viewer, facts: RequestFacts) => GraphContext;
}

/** A prepared endpoint. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly respond: Responder;
}

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The router of the public interface, built from its table of operations. Requests are refused in the order of
 * docs/decisions.md#order-of-refusals: path 404, method 405, caller 401, 429 and 403; the endpoint's own follow.
 */
export function createRouter({ operations, pages, admission, createContext }: ServedRoutes): Router {
  const router = express.Router({ caseSensitive: true, strict: true });

  router.use((request: RestRequest, response: RestResponse, next: NextFunction) => {
    if (request.url === '*' && request.method === 'OPTIONS') {
      sendOptions(response, READ_METHODS);
      return;
    }
    request.url = normalizeTarget(request.url);
    next();
  });

  for (const [path, its] of literalsFirst(operations)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const operation of its) route[verbOf(operation)](serve(operation));
    const methods = its.flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const isClosed = its.every(({ endpoint }) => isForItsOwner(endpoint));
    const description = describedBy(path);
    route.all(async (request: RestRequest, response: RestResponse) => {
      response.locals.describedBy = description;
      if (isClosed) closeToOtherOrigins(response);
      if (request.method !== 'OPTIONS') await admission.count(response);
      else if (!isPreflight(request)) await admission.admit(request, response, open);
      answerOtherMethod(request, response, [...methods, 'OPTIONS']);
    });
  }

  router.use(pageRouter(pages));

  const home = pages.some(({ path }) => path === '/') ? 'start at /, ' : '';
  const nothingHere = `There is nothing at this path: ${home}/v1/reference lists the operations.`;
  router.use(async (request: RestRequest, response: RestResponse, _next: NextFunction) => {
    // Without it a browser sends no request, and its page learns nothing, not even of a 404.
    if (isPreflight(request)) return void response.status(204).end();
    const isBelow = /^\/v1(?:\/|$)/.test(request.path);
    if (isBelow) await admission.count(response);
    const nothing = isBelow ? nothingHere : 'Page not found. The API reference is at /v1/reference.';
    throw new ProblemError('not_found', [nothing, ...hintFor(request.path)].join(' '));
  });
  return router;

  /** Where a path has slashes too many, as behind a base URL that ends with one. */
  function hintFor(path: string): string[] {
    const plain = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
    if (plain === path) return [];
    const isServed = operations.some(({ endpoint }) =>
      new RegExp(`^${endpoint.path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
    );
    return isServed ? [`It has too many slashes: ${plain} is one.`] : [];
  }

  function serve({ endpoint, respond }: Operation) {
    const isClosed = isForItsOwner(endpoint);
    const description = describedBy(endpoint.path, endpoint.method);
    return async (request: RestRequest, response: RestResponse): Promise<void> => {
      response.locals.operationId = endpoint.operationId;
      response.locals.describedBy = description;
      if (isClosed) closeToOtherOrigins(response);
      try {
        const { viewer, refund } = await admission.admit(request, response, endpoint.access);
        const answer = await respond({
          query: rawQueryOf(request.url),
          pathParameters: request.params,
          headers: request.headers,
          body: (rule) => readBody(request, response, rule),
          onClose: (listener) => (response.closed ? listener() : void response.once('close', listener)),
          context: createContext(viewer, response.locals),
        });
        if (answer.kind === 'notModified' && answer.byVersionAlone) await refund();
        await sendAnswer(response, endpoint, answer);
      } catch (error) {
        throw endpoint.unavailable === undefined ? error : toProblemWithCode(endpoint.unavailable, error);
      }
    };
  }
}

/** Operations by path, literals before templates: /v1/anime/premieres names no anime, /retry below deliveries none. */
function literalsFirst(operations: readonly Operation[]): [path: string, its: Operation[]][] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { path } = operation.endpoint;
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  return [...byPath].sort(([a], [b]) => a.split('{').length - b.split('{').length);
}

function verbOf({ endpoint: { method } }: Operation) {
  return method.toLowerCase() as Lowercase<typeof method>;
}

/** Pages of other sites may use public reads only; changes and personal data are for the owner's programs. */
function isForItsOwner({ method, access }: Endpoint): boolean {
  return method !== 'GET' || access.human;
}

/** Whether the request is a CORS preflight. */
function isPreflight({ method, headers }: RestRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers;
}

/**
 * The value of the header Link of refusals and redirects: where the description has the operation.
 * @param template e.g. `/v1/anime/{id}`
 * @param method absent: all of the path's
 */
function describedBy(template: string, method?: string): string {
  const pointer = ['paths', template, ...(method === undefined ? [] : [method.toLowerCase()])]
    .map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  return `</v1/openapi.json#/${pointer}>; rel="describedby"`;
}

/** Serves pages; other paths are left to the next handler. */
function pageRouter(pages: readonly Page[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, methods = ['GET'], isPrivate = false, serve } of pages) {
    const route = router.route(path);
    route.all((_request: RestRequest, response: RestResponse, next: NextFunction) => {
      response.locals.isPage = true;
      if (isPrivate) {
        closeToOtherOrigins(response);
        response.setHeader('Cache-Control', 'no-store');
      }
      next();
    });
    for (const method of methods) {
      route[method === 'GET' ? 'get' : 'post']((request: RestRequest, response: RestResponse) =>
        serve(response, request),
      );
    }
    const allowed = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
    route.all((request: RestRequest, response: RestResponse) => answerOtherMethod(request, response, allowed));
  }
  return router;
}

/**
 * A request's path and query as the routes match them. Broken percent-encoding of the path, which Express would refuse
 * before the caller is known, is kept literally.
 */
export function normalizeTarget(target: string): string {
  if (!target.includes('%')) return target;
  const [path = '', ...query] = target.split('?');
  return [isEncoded(path) ? path : path.replaceAll('%', '%25'), ...query].join('?');
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Answers OPTIONS. @throws ProblemError 405 for any other method */
function answerOtherMethod({ method }: RestRequest, response: RestResponse, allowed: readonly string[]): void {
  if (method === 'OPTIONS') {
    sendOptions(response, allowed);
    return;
  }
  const allow = allowed.join(', ');
  throw new ProblemError('method_not_allowed', `${method} is not allowed here, but ${allow}.`, {
    headers: { Allow: allow },
  });
}

/** The answer to OPTIONS. */
function sendOptions(response: RestResponse, allowed: readonly string[]): void {
  response.setHeader('Allow', allowed.join(', '));
  response.status(204).end();
}
