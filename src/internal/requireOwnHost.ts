import { isIP } from 'node:net';
import type { NextFunction, Request } from 'express';
import { isLoopbackHost } from '../isLoopbackHost.ts';
import { sendToolError, type ToolResponse } from './toolError.ts';

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s[\]:@/?#]+))(?::\d*)?$/i;

/** Names that nobody can register: RFC 6761, 6762 and 8375, ICANN's .internal, and those of Kubernetes services. */
const PRIVATE_NAME = /\.(?:localhost|local|internal|home\.arpa|svc)$/;

/**
 * Refuses requests whose Host names another site, against DNS rebinding: a web page could make its own name resolve to
 * this listener and read what needs no token. IP addresses, names without dots and private names are safe.
 * @param names of the listener itself, in lower case
 */
export function requireOwnHost(names: ReadonlySet<string>) {
  return requireHost(
    ({ address, name }) =>
      (address === null ? isIP(name) === 4 : isIP(address) === 6) ||
      (name !== '' && (!name.includes('.') || PRIVATE_NAME.test(name) || names.has(name))),
    'ask by address, by a name without dots, or by the name in INTERNAL_URL, which is read by the service too.',
  );
}

/**
 * The same for the desk, which people open: by the host of INTERNAL_URL, or on this computer.
 * @param url INTERNAL_URL
 */
export function requireDeskHost(url: string | null) {
  const own = url === null ? null : new URL(url).hostname;
  return requireHost(
    ({ address, name }) => [name, `[${address}]`].some((each) => each === own || isLoopbackHost(each)),
    'open the desk at the host of INTERNAL_URL, or on the computer of the service at 127.0.0.1.',
  );
}

interface Host {
  /** An IPv6 address; null where it has none. */
  readonly address: string | null;
  /** A name or an IPv4 address, in lower case and without the dot of the root; empty where it has none. */
  readonly name: string;
}

/** A request without Host, as HTTP/1.0 allows, comes from no browser. */
function requireHost(isOwn: (host: Host) => boolean, remedy: string) {
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const { host } = request.headers;
    const [, address = null, text = ''] = HOST.exec(host ?? '') ?? [];
    if (host === undefined || isOwn({ address, name: text.toLowerCase().replace(/\.$/, '') })) next();
    else sendToolError(response, 421, 'invalid_request', `The header Host names another place: ${remedy}`);
  };
}
