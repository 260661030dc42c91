import { isIP } from 'node:net';
import type { NextFunction, Request } from 'express';
import { sendToolError, type ToolResponse } from './toolError.ts';

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s[\]:@/?#]+))(?::\d*)?$/i;

/** Nobody can register a name below these: RFC 6761, 6762 and 8375, ICANN's .internal, and what Kubernetes calls its services. */
const PRIVATE_NAME = /\.(?:localhost|local|internal|home\.arpa|svc)$/;

/**
 * Lets only requests pass that are meant for this listener. A page of another site can make its own name lead here (DNS rebinding) and
 * read what needs no token; it cannot do so with an address, a name without dots or one that nobody can register. Without Host, as
 * HTTP/1.0 allows, it is no browser.
 * @param names of the listener itself, lower-case
 */
export function requireOwnHost(names: ReadonlySet<string>) {
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const { host } = request.headers;
    if (host === undefined || isOwn(host, names)) {
      next();
      return;
    }
    sendToolError(
      response,
      421,
      'invalid_request',
      'The header Host names another place: ask by address, by a name without dots, or by the name in INTERNAL_URL, which is read by the service too.',
    );
  };
}

function isOwn(host: string, names: ReadonlySet<string>): boolean {
  const [, address, text = ''] = HOST.exec(host) ?? [];
  if (address !== undefined) return isIP(address) === 6;
  const name = text.toLowerCase().replace(/\.$/, '');
  return name !== '' && (isIP(name) === 4 || !name.includes('.') || PRIVATE_NAME.test(name) || names.has(name));
}
