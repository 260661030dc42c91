import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { GLOBAL_IPV6, SPECIAL_IPV4, SPECIAL_IPV6, type SpecialRange } from './specialAddresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Matcher {
  readonly contains: (address: Address) => boolean;
  readonly refusal: string;
}

const special: Readonly<Record<'ipv4' | 'ipv6', readonly Matcher[]>> = {
  ipv4: SPECIAL_IPV4.map(matcher),
  ipv6: SPECIAL_IPV6.map(matcher),
};

const global = matcher(GLOBAL_IPV6);

/**
 * Why webhooks must not be sent to an address: "loopback (127.0.0.0/8, RFC 1122)"; null for a public one.
 * @param text as a resolver returns it; anything but a plain IPv4 or IPv6 address (a zone, octal parts, a name) is
 * refused too
 */
export function addressRefusal(text: string): string | null {
  if (isIP(text) === 0 || text.includes('%')) return 'no plain IP address';
  const address = ipaddr.parse(text);
  const found = special[address.kind()].find(({ contains }) => contains(address));
  if (found !== undefined) return found.refusal;
  return address.kind() === 'ipv4' || global.contains(address) ? null : `outside ${global.refusal}`;
}

function matcher({ range, meaning, source }: SpecialRange): Matcher {
  const [network, bits] = ipaddr.parseCIDR(range);
  return {
    contains: (address) => address.kind() === network.kind() && address.match(network, bits),
    refusal: `${meaning} (${range}, ${source})`,
  };
}
