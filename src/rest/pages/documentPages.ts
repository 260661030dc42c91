import { sendContent } from '../http/sendContent.ts';
import { type Admit, sendDocument, storeDocument } from '../http/storedDocument.ts';
import type { Page } from './page.ts';

const DAY_MS = 86_400_000;

/** How long finders may rely on the contact. */
const VALID_DAYS = 90;

/** The operator's contact for reports of vulnerabilities (RFC 9116). @param contact a mailto: or https: address */
export function securityText(contact: string, now: () => Date): Page {
  return {
    path: '/.well-known/security.txt',
    async serve(response) {
      const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
      const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString();
      const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
      sendContent(response, 200, 'text/plain; charset=utf-8', text);
    },
  };
}

/** The public keys of the access tokens made here (RFC 7517). */
export function keySet(publicKeys: () => Promise<readonly object[]>): Page {
  return {
    path: '/.well-known/jwks.json',
    async serve(response) {
      // A new key signs at once: verifiers that meet it ask again.
      response.setHeader('Cache-Control', 'public, max-age=300');
      sendContent(response, 200, 'application/jwk-set+json', JSON.stringify({ keys: await publicKeys() }));
    },
  };
}

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
