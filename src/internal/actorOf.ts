import type { IncomingHttpHeaders } from 'node:http';
import { CatalogError } from '../graph/errors.ts';

const LONGEST_NAME = 200;

/**
 * The person behind a tool, from the header X-Actor, recorded with what the tool does; null where it names nobody.
 * @throws CatalogError invalid_request for a name that cannot be recorded
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
  return name;
}

/** Node reads headers as Latin-1; most tools send UTF-8. */
function decoded(header: string): string {
  const utf8 = Buffer.from(header, 'latin1').toString('utf8');
  return utf8.includes('\uFFFD') ? header : utf8;
}
