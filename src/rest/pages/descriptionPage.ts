import { type Admit, sendDocument, storeDocument } from '../http/storedDocument.ts';
import type { Page } from './page.ts';

/**
 * The interface's description as JSON.
 * @param json the text of the OpenAPI document
 * @param admit counts a reading
 */
export function descriptionPage(json: string, admit?: Admit): Page {
  const document = storeDocument('application/json', json);
  return {
    path: '/v1/openapi.json',
    serve: (response) => sendDocument(response, document, admit),
  };
}
