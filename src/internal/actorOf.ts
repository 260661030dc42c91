import type { IncomingHttpHeaders } from 'node:http';
import { CatalogError } from '../graph/model/errors.ts';

const LONGEST_NAME = 200;

/**
 * The person behind a tool, from the header X-Actor, recorded with the tool's changes; null where it is absent or
 * empty.
 * @throws CatalogError invalid_request for an invalid name
 */
export function actorOf(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-actor'];
  if (header === undefined) return null;
  const name = decoded(String(header)).trim();
  if (name === '') return null;
  if (name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new CatalogError(
      'invalid_request',
      `The header X-Actor must be a name of at most ${LONGEST_NAME} characters without control characters.`,
    );
  }
  if (/cac_|whsec_|eyJ/i.test(name)) {
    throw new CatalogError('invalid_request', 'The header X-Actor holds a credential: it is recorded, send a name.');
  }
  return name;
}

/**
 * A header holds ASCII: other names come percent-encoded, or as the bytes of their UTF-8, which Node reads as Latin-1.
 */
function decoded(header: string): string {
  const utf8 = Buffer.from(header, 'latin1').toString('utf8');
  const text = utf8.includes('\uFFFD') ? header : utf8;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
