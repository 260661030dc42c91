import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Response, type Router } from 'express';

const require = createRequire(import.meta.url);

/** The file of an installed package; looked up only when asked for. */
const packaged = (manifest: string, file: string) => () => join(dirname(require.resolve(manifest)), file);
const ours = (file: string) => () => fileURLToPath(new URL(file, import.meta.url));

const FILES: Readonly<Record<string, () => string>> = {
  'react.js': packaged('react/package.json', 'umd/react.production.min.js'),
  'react-dom.js': packaged('react-dom/package.json', 'umd/react-dom.production.min.js'),
  'graphiql.js': packaged('graphiql/package.json', 'graphiql.min.js'),
  'graphiql.css': packaged('graphiql/package.json', 'graphiql.min.css'),
  'start.js': ours('start.js'),
  'page.css': ours('page.css'),
};

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
<code>internal-token</code> of <code>DATA_DIR</code>. It is kept for this tab alone.</p>
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

/** Nothing from elsewhere, nothing inline, in nobody's frame: a page that holds a token. GraphiQL's style carries its fonts. */
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

/** The page of GraphiQL. It holds no data: what it asks of /graphql needs the token that the reader types in. */
export const graphiqlPage: RequestHandler = (_request, response) => {
  protect(response);
  response.type('html').send(PAGE);
};

/** The files of the page, below /graphiql; all come from this checkout. */
export function graphiqlFiles(): Router {
  const router = express.Router();
  router.get('/:file', (request, response, next) => {
    const locate = Object.hasOwn(FILES, request.params.file) ? FILES[request.params.file] : undefined;
    if (locate === undefined) {
      next();
      return;
    }
    protect(response);
    response.sendFile(locate(), { cacheControl: false, dotfiles: 'allow' });
  });
  return router;
}
