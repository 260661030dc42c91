import express, { type NextFunction, type Router } from 'express';
import { closeToOtherOrigins } from '../http/answerHeaders.ts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import type { Page } from '../pages/page.ts';
import { answerOtherMethod } from './answerOtherMethod.ts';

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
