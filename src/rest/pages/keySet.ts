import { sendContent } from '../http/sendContent.ts';
import type { Page } from './page.ts';

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
