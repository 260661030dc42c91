import { isIP } from 'node:net';
import type { NextFunction, Request } from 'express';
import { sendToolError, type ToolResponse } from './toolError.ts';

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s[\]:@/?#]+))(?::\d*)?$/i;

/** Names that nobody can register: RFC 6761, 6762 and 8375, ICANN's .internal, and those of Kubernetes services. */
const PRIVATE_NAME = /\.(?:localhost|local|internal|home\.arpa|svc)$/;

/**
 * Refuses requests whose Host names another site, against DNS rebinding: a web page could make its own name resolve to
 * this listener and read what needs no token. IP addresses, names without dots and private names are safe. A request
 * without Host, as HTTP/1.0 allows, comes from no browser.
 * @param names of the listener itself, in lower case
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
