import express, { type NextFunction, type RequestHandler, type Router } from 'express';
import { closeToOtherOrigins } from '../http/answerHeaders.ts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { keptFor } from '../pages/keptFor.ts';
import type { Page } from '../pages/page.ts';
import { answerOtherMethod } from './answerOtherMethod.ts';

/** Pages whose code is loaded at the first request for a path at or below `path`. */
export interface LatePages {
  readonly path: string;
  readonly load: () => Promise<readonly Page[]>;
}

/** Serves pages; other paths are left to the next handler. */
export function pageRouter(pages: readonly Page[]): Router {
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

export function latePageRouter({ path, load }: LatePages): RequestHandler {
  const loaded = keptFor(Number.POSITIVE_INFINITY, async () => pageRouter(await load()));
  return async (request, response, next) => {
    if (request.path !== path && !request.path.startsWith(`${path}/`)) return next();
    (await loaded())(request, response, next);
  };
}
