import compression from 'compression';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { shippedFolders } from '../../shippedFolders.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Catalogue graph</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/graphiql/graphiql.css">
<link rel="stylesheet" href="/graphiql/page.css">
</head>
<body>
<div id="graphiql"></div>
<form id="token-form" hidden>
<h1>Catalogue graph</h1>
<p>This page needs the internal token: the value of <code>INTERNAL_TOKEN</code>, by default in the file
<code>internal-token</code> of <code>DATA_DIR</code>. It is kept for this tab alone, and so is what you type afterwards.</p>
<label>Internal token <input id="token" type="password" autocomplete="off" required></label>
<p id="token-refusal" role="alert"></p>
<button type="submit">Open</button>
</form>
<script src="/graphiql/react.js"></script>
<script src="/graphiql/react-dom.js"></script>
<script src="/graphiql/graphiql.js"></script>
<script src="/graphiql/start.js"></script>
</body>
</html>
`;

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
export const graphiqlPage: RequestHandler = (_request, response) => {
  protect(response);
  response.type('html').send(PAGE);
};

/** The page's files, below /graphiql. */
export function graphiqlFiles(): Router {
  const router = express.Router();
  router.use((_request, response, next) => {
    protect(response);
    next();
  });
  router.use(compression());
  router.use(express.static(shippedFolders.graphiql, { cacheControl: false, index: false, redirect: false }));
  return router;
}
