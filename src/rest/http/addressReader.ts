import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { clientAddress } from '../../graph/caller/clientAddress.ts';

/** Whose X-Forwarded-For counts: everybody's, nobody's, that of so many proxies, or of these addresses and ranges. */
export type TrustProxy = boolean | number | readonly string[];

/** Tells what the client of a request is counted by. */
export function addressReader(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => clientAddress(undefined, socket.remoteAddress);
  const trusts = trustRule(trustProxy);
  return (request) => clientAddress(proxyAddress(request, trusts), request.socket.remoteAddress);
}

function trustRule(trustProxy: Exclude<TrustProxy, false>): (address: string, hop: number) => boolean {
  if (trustProxy === true) return () => true;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddress.compile([...trustProxy]);
}
