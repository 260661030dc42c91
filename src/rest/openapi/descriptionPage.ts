import type { Page } from '../page.ts';
import { sendDocument, storeDocument } from '../request/sendDocument.ts';

/** The interface's description as JSON. @param json the text of the OpenAPI document */
export function descriptionPage(json: string): Page {
  const document = storeDocument('application/json', json);
  return {
    path: '/v1/openapi.json',
    serve: (request, response) => sendDocument(request, response, document),
  };
}
