import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../problem/problemError.ts';

/** RFC 3986, 3.2: a name, IPv4 address or bracketed IPv6 address, and a port; empty where a client knows none. */
export const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** RFC 9112, 3.2. Node's own reading of the headers keeps the first of several. @throws ProblemError invalid_request */
export function assertOneHost({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ProblemError('invalid_request', 'HTTP/1.1 requires the header Host.');
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) {
    throw new ProblemError('invalid_request', 'The header Host stands in the request more than once: send it once.');
  }
  if (headers.host !== undefined && !HOST.test(headers.host)) {
    throw new ProblemError('invalid_request', 'The header Host is not "name", "name:port" or "[address]:port".');
  }
}
