import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFolders } from '../../shippedFolders.ts';
import { sendDocument, storeDocument } from '../http/storedDocument.ts';
import type { Page } from './page.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** @param tagOf identifies a file's content, so that browsers notice a new one in spite of their cache */
const html = (tagOf: (file: string) => string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference: Canonical Anime Catalog</title>
<link rel="icon" type="image/png" sizes="32x32" href="reference/favicon-32x32.png?v=${tagOf('favicon-32x32.png')}">
<link rel="stylesheet" href="reference/swagger-ui.css?v=${tagOf('swagger-ui.css')}">
</head>
<body>
<div id="reference"></div>
<script src="reference/swagger-ui-bundle.js?v=${tagOf('swagger-ui-bundle.js')}"></script>
<script src="reference/start.js?v=${tagOf('start.js')}"></script>
</body>
</html>
`;

// validatorUrl: by default the page sends the description to its maker's validator.
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

/** The page names each file with the tag of its content, so that cached files never go stale. */
const KEPT_A_DAY = 'public, max-age=86400';

/** The interactive reference: Swagger UI from its package, without other hosts. */
export function referencePages(): readonly Page[] {
  const documents = new Map([['start.js', storeDocument('text/javascript; charset=utf-8', start, KEPT_A_DAY)]]);
  for (const [file, type] of Object.entries(files)) {
    documents.set(file, storeDocument(type, readFileSync(join(shippedFolders.reference, file)), KEPT_A_DAY));
  }
  const tagOf = (file: string) => documents.get(file)?.entityTag.slice(3, 11) ?? '';
  const page = storeDocument('text/html; charset=utf-8', html(tagOf));
  return [
    {
      path: '/v1/reference',
      serve(response) {
        setPagePolicy(response);
        return sendDocument(response, page);
      },
    },
    ...[...documents].map(
      ([file, document]): Page => ({
        path: `/v1/reference/${file}`,
        serve: (response) => sendDocument(response, document),
      }),
    ),
  ];
}
