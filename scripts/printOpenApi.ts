/** Prints the interface's description, as /v1/openapi.json serves it. */
import { openApiDocument } from '../src/rest/openapi/openApiDocument.ts';
import { routes } from '../src/rest/routes.ts';

console.log(JSON.stringify(openApiDocument(routes)));
