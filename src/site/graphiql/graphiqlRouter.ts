import compression from 'compression';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { shippedFolders } from '../../base/shippedFolders.ts';
import { assetsPath, findAsset } from '../design/assets.ts';

/**
 * The page holds a token: nothing from other hosts, nothing inline, no frames.
 * GraphiQL's style sheet contains its fonts.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'font-src data:',
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function protect(response: Response): void {
  response.set({
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  });
}

/** The page of GraphiQL. It holds no data: its requests to /graphql need the token that the user types in. */
export const sendGraphiql: RequestHandler = async (_request, response) => {
  const { graphiqlPage } = await import('./graphiqlPage.tsx');
  protect(response);
  response.type('html').send(graphiqlPage);
};

/** The page's files, below /graphiql, and those of every page. */
export function pageFiles(): Router {
  const router = express.Router();
  router.use(
    ['/graphiql', '/assets'],
    (_request, response, next) => {
      protect(response);
      next();
    },
    compression(),
  );
  router.get(assetsPath, (request, response, next) => {
    const found = findAsset(request.params.name);
    if (found === null) next();
    else response.set('Cache-Control', found.cacheControl).type(found.asset.type).send(found.asset.body);
  });
  router.use(
    '/graphiql',
    express.static(shippedFolders.graphiql, { cacheControl: false, index: false, redirect: false }),
  );
  return router;
}
