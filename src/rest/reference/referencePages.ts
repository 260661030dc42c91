import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Request } from 'express';
import type { Page } from '../page.ts';
import type { RestResponse } from '../request/requestFacts.ts';
import { sendDocument, storeDocument } from '../request/sendDocument.ts';
import { setPagePolicy } from './pagePolicy.ts';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Canonical Anime Catalog Service: API reference</title>
<link rel="icon" type="image/png" sizes="32x32" href="reference/favicon-32x32.png">
<link rel="stylesheet" href="reference/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="reference/swagger-ui-bundle.js"></script>
<script src="reference/start.js"></script>
</body>
</html>
`;

// validatorUrl: else the page sends the description to its maker's validator.
const start = `window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const files = ['favicon-32x32.png', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/** The interactive reference: Swagger UI as its package ships it, and nothing from other hosts. */
export function referencePages(): readonly Page[] {
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const page = storeDocument('text/html; charset=utf-8', html);
  const script = storeDocument('text/javascript; charset=utf-8', start);
  return [
    {
      path: '/v1/reference',
      serve(request, response) {
        setPagePolicy(response);
        sendDocument(request, response, page);
      },
    },
    { path: '/v1/reference/start.js', serve: (request, response) => sendDocument(request, response, script) },
    ...files.map((file) => ({
      path: `/v1/reference/${file}`,
      serve: (_request: Request, response: RestResponse) =>
        new Promise<void>((resolve, reject) => {
          response.sendFile(file, { root, cacheControl: false }, (error) => (error ? reject(error) : resolve()));
        }),
    })),
  ];
}
