import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import { clientAddress } from '../../graph/caller/clientAddress.ts';

/** Whose X-Forwarded-For counts: everybody's, nobody's, that of so many proxies, or of these addresses and ranges. */
export type TrustProxy = boolean | number | readonly string[];

/**
 * Tells what the client of a request is counted by.
 * @param onUnreadProxy told the peer's address when it looks like a proxy whose X-Forwarded-For is not read
 */
export function addressReader(
  trustProxy: TrustProxy,
  onUnreadProxy: (address: string) => void = () => {},
): (request: IncomingMessage) => string {
  if (trustProxy === false) {
    return ({ socket, headers }) => {
      const address = clientAddress(undefined, socket.remoteAddress);
      // Clients out in the world may write the header too; they come from public addresses.
      if (headers['x-forwarded-for'] !== undefined && isOfOwnNetwork(socket.remoteAddress)) onUnreadProxy(address);
      return address;
    };
  }
  const trusts = trustRule(trustProxy);
  return (request) => clientAddress(proxyAddress(request, trusts), request.socket.remoteAddress);
}

/** Tells whether a peer is a proxy that speaks for its clients. */
export function proxyRule(trustProxy: TrustProxy): (peer: string) => boolean {
  if (trustProxy === false) return () => false;
  const trusts = trustRule(trustProxy);
  return (peer) => trusts(peer, 0);
}

function isOfOwnNetwork(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';
}

function trustRule(trustProxy: Exclude<TrustProxy, false>): (address: string, hop: number) => boolean {
  if (trustProxy === true) return () => true;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddress.compile([...trustProxy]);
}
