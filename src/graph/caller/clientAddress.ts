import ipaddr from 'ipaddr.js';

/**
 * What a client is counted by: its IPv4 address, or the /64 of its IPv6 address, which is what one customer is given.
 * @param ip as Express found it, a proxy's word included
 * @param peer the address of the connection, for when that word is no address
 */
export function clientAddress(ip: string | undefined, peer: string | undefined): string {
  return addressOf(ip) ?? addressOf(peer) ?? 'unknown';
}

function addressOf(text: string | undefined): string | null {
  // Some proxies write the port too.
  const plain = text?.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (plain === undefined || !ipaddr.isValid(plain)) return null;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
