import { BlockList, isIP } from 'node:net';
import { parseUrl } from '../parseUrl.ts';
import { postgresUrl as readPostgresUrl } from '../postgresUrl.ts';
import { variable } from './variable.ts';

export const port = variable({
  rule: 'a whole number from 0 to 65535 (0 takes any free port)',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
});

const HOST_NAME = /^(?!.*\.\.)[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

export const host = variable({
  rule: 'an address or a host name to listen on, without scheme, port or brackets, such as 0.0.0.0, ::1 or localhost',
  read: (text) => (isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text)) ? text : undefined),
});

/** What is sent in a header. */
export const token = variable({
  rule: 'visible ASCII characters without spaces',
  secret: true,
  read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
});

/** Whether its percent signs are encodings, as the libraries that read the parts demand. */
export function isDecodable({ username, password, hostname }: URL): boolean {
  try {
    return [username, password, hostname].map(decodeURIComponent).length === 3;
  } catch {
    return false;
  }
}

/** A URL without path, query or credentials. */
export function origin(place: string) {
  return variable({
    rule: `the origin of ${place}`,
    read: (text) => {
      const url = parseUrl(text);
      const isOrigin = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
      return isOrigin && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined;
    },
  });
}

export const internalUrl = origin('the internal listener, such as http://127.0.0.1:4000');

/** A value of Express's setting `trust proxy`. */
export type TrustProxy = boolean | number | readonly string[];

/** Express's names for ranges of addresses. */
const NAMED_RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

export const trustProxy = variable<TrustProxy>({
  rule: 'true, false, how many proxies stand before the service, or a comma list of addresses, CIDR ranges, loopback, linklocal and uniquelocal',
  read: (text) => {
    if (text === 'true' || text === 'false') return text === 'true';
    if (/^\d{1,2}$/.test(text)) return Number(text);
    const entries = text.split(',').map((entry) => entry.trim());
    return entries.every((entry) => NAMED_RANGES.includes(entry) || isRange(entry)) ? entries : undefined;
  },
});

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

export const postgresUrl = variable({
  rule: 'a PostgreSQL URL of one host (of several the address that leads to the primary) such as postgresql://user:password@host:5432/name (special characters percent-encoded), or postgresql://user@/name?host=/folder for a Unix socket',
  secret: true,
  read: (text) => {
    const url = readPostgresUrl(text);
    return url !== null && isDecodable(url) && (url.hostname !== '' || url.searchParams.has('host')) ? text : undefined;
  },
});

export const elasticsearchNodes = variable<readonly string[]>({
  rule: 'an http or https URL such as https://user:password@search.example.org:9200 (special characters percent-encoded), or a comma list of them',
  secret: true,
  read: (text) => {
    const nodes = text.split(',').map((node) => node.trim());
    const isNode = (url: URL | null) => url !== null && ['http:', 'https:'].includes(url.protocol) && isDecodable(url);
    return nodes.every((node) => isNode(parseUrl(node))) ? nodes : undefined;
  },
});
