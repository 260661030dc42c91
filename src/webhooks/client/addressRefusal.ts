import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A range of addresses that receives no webhooks. */
interface SpecialRange {
  /** CIDR notation. */
  readonly range: string;
  readonly meaning: string;
  /** The document that reserves it. */
  readonly source: string;
}

/**
 * Non-public addresses, from IANA's special-purpose registries for IPv4 and IPv6 and its address-space registries.
 * Nested ranges are all listed. Addresses that embed another (mapped, compatible, translated, NAT64, 6to4, Teredo) are
 * refused whatever they embed: a public host has an address of its own.
 */
export const SPECIAL_IPV4: readonly SpecialRange[] = [
  { range: '0.0.0.0/8', meaning: 'this network', source: 'RFC 1122' },
  { range: '10.0.0.0/8', meaning: 'private use', source: 'RFC 1918' },
  { range: '100.64.0.0/10', meaning: 'carrier-grade NAT', source: 'RFC 6598' },
  { range: '127.0.0.0/8', meaning: 'loopback', source: 'RFC 1122' },
  { range: '169.254.0.0/16', meaning: 'link-local', source: 'RFC 3927' },
  { range: '172.16.0.0/12', meaning: 'private use', source: 'RFC 1918' },
  { range: '192.0.0.0/24', meaning: 'IETF protocol assignments', source: 'RFC 6890' },
  { range: '192.0.2.0/24', meaning: 'documentation', source: 'RFC 5737' },
  { range: '192.31.196.0/24', meaning: 'AS112', source: 'RFC 7535' },
  { range: '192.52.193.0/24', meaning: 'multicast tunnelling', source: 'RFC 7450' },
  { range: '192.88.99.0/24', meaning: '6to4 relays', source: 'RFC 7526' },
  { range: '192.168.0.0/16', meaning: 'private use', source: 'RFC 1918' },
  { range: '192.175.48.0/24', meaning: 'AS112', source: 'RFC 7534' },
  { range: '198.18.0.0/15', meaning: 'benchmarking', source: 'RFC 2544' },
  { range: '198.51.100.0/24', meaning: 'documentation', source: 'RFC 5737' },
  { range: '203.0.113.0/24', meaning: 'documentation', source: 'RFC 5737' },
  { range: '224.0.0.0/4', meaning: 'multicast', source: 'RFC 5771' },
  { range: '240.0.0.0/4', meaning: 'reserved (class E) and broadcast', source: 'RFC 1112' },
];

/** See SPECIAL_IPV4. Everything outside GLOBAL_IPV6 is refused as well. */
export const SPECIAL_IPV6: readonly SpecialRange[] = [
  { range: '::/128', meaning: 'unspecified', source: 'RFC 4291' },
  { range: '::1/128', meaning: 'loopback', source: 'RFC 4291' },
  { range: '::/96', meaning: 'IPv4-compatible', source: 'RFC 4291' },
  { range: '::ffff:0:0/96', meaning: 'IPv4-mapped', source: 'RFC 4291' },
  { range: '::ffff:0:0:0/96', meaning: 'IPv4-translated', source: 'RFC 2765' },
  { range: '64:ff9b::/96', meaning: 'NAT64', source: 'RFC 6052' },
  { range: '64:ff9b:1::/48', meaning: 'NAT64 of local use', source: 'RFC 8215' },
  { range: '100::/64', meaning: 'discard', source: 'RFC 6666' },
  { range: '100:0:0:1::/64', meaning: 'dummy prefix', source: 'RFC 9780' },
  { range: '2001::/32', meaning: 'Teredo', source: 'RFC 4380' },
  { range: '2001:2::/48', meaning: 'benchmarking', source: 'RFC 5180' },
  { range: '2001::/23', meaning: 'IETF protocol assignments', source: 'RFC 2928' },
  { range: '2001:db8::/32', meaning: 'documentation', source: 'RFC 3849' },
  { range: '2002::/16', meaning: '6to4', source: 'RFC 3056' },
  { range: '2620:4f:8000::/48', meaning: 'AS112', source: 'RFC 7534' },
  { range: '3ffe::/16', meaning: 'the former 6bone', source: 'RFC 3701' },
  { range: '3fff::/20', meaning: 'documentation', source: 'RFC 9637' },
  { range: '5f00::/16', meaning: 'segment routing', source: 'RFC 9602' },
  { range: 'fc00::/7', meaning: 'unique local', source: 'RFC 4193' },
  { range: 'fe80::/10', meaning: 'link-local', source: 'RFC 4291' },
  { range: 'fec0::/10', meaning: 'site-local', source: 'RFC 3879' },
  { range: 'ff00::/8', meaning: 'multicast', source: 'RFC 4291' },
];

/** The only part of IPv6 with public unicast addresses. */
const GLOBAL_IPV6: SpecialRange = { range: '2000::/3', meaning: 'global unicast', source: 'RFC 4291' };

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
