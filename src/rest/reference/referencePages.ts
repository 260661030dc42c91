import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFolders } from '../../shippedFolders.ts';
import type { Page } from '../page.ts';
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

const files: Readonly<Record<string, string>> = {
  'favicon-32x32.png': 'image/png',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** The interactive reference: Swagger UI as its package ships it, and nothing from other hosts. */
export function referencePages(): readonly Page[] {
  const page = storeDocument('text/html; charset=utf-8', html);
  const documents = new Map([['start.js', storeDocument('text/javascript; charset=utf-8', start)]]);
  for (const [file, type] of Object.entries(files)) {
    documents.set(file, storeDocument(type, readFileSync(join(shippedFolders.reference, file))));
  }
  return [
    {
      path: '/v1/reference',
      serve(request, response) {
        setPagePolicy(response);
        sendDocument(request, response, page);
      },
    },
    ...[...documents].map(
      ([file, document]): Page => ({
        path: `/v1/reference/${file}`,
        serve: (request, response) => sendDocument(request, response, document),
      }),
    ),
  ];
}
