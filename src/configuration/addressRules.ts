import { isIP } from 'node:net';
import { z } from 'zod';
import { parseUrl } from '../base/parseUrl.ts';
import { postgresUrl as readPostgresUrl } from '../base/postgresUrl.ts';
import { rule } from './rule.ts';
import { isDecodable, wholeNumber } from './textRules.ts';

export const port = wholeNumber(0, 65_535, { meaning: ' (0 takes any free port)' });

const HOST_NAME = /^(?!.*\.\.)[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

export const host = rule(
  'an address or a host name to listen on, without scheme, port or brackets, such as 0.0.0.0, ::1 or localhost',
  (text) => (isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text)) ? text : undefined),
);

/** A URL without path, query or credentials. */
export function origin(place: string) {
  return rule(`the origin of ${place}`, (text) => {
    const url = parseUrl(text);
    const isOrigin = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    return isOrigin && isWeb(url) ? url.origin : undefined;
  });
}

/** A value of Express's setting `trust proxy`. */
export type TrustProxy = boolean | number | readonly string[];

const named = z.enum(['loopback', 'linklocal', 'uniquelocal']);
const range = z.union([named, z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const trustProxy = rule<TrustProxy>(
  'none, true, false, how many proxies stand before the service, or a comma list of addresses, CIDR ranges, loopback, linklocal and uniquelocal',
  (text) => {
    if (['true', 'false', 'none'].includes(text)) return text === 'true';
    if (/^\d{1,2}$/.test(text)) return Number(text);
    return parseList(text, (entry) => range.safeParse(entry).success);
  },
);

export const postgresUrl = rule(
  'a PostgreSQL URL of one host (of several the address that leads to the primary) such as postgresql://user:password@host:5432/name (special characters percent-encoded), or postgresql://user@/name?host=/folder for a Unix socket',
  (text) => {
    const url = readPostgresUrl(text);
    return url !== null && isReadable(url) && (url.hostname !== '' || url.searchParams.has('host')) ? text : undefined;
  },
  { secret: true },
);

export const elasticsearchNodes = rule(
  'an http or https URL such as https://user:password@search.example.org:9200 (special characters percent-encoded), or a comma list of them',
  (text) =>
    parseList(text, (node) => {
      const url = parseUrl(node);
      return isWeb(url) && isReadable(url);
    }),
  { secret: true },
);

export const redisUrl = rule(
  'a Redis URL such as redis://:password@host:6379/0 (special characters percent-encoded, 0 is the database), or rediss:// for TLS',
  (text) => {
    const url = parseUrl(text);
    const isRedis = url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== '';
    return isRedis && isReadable(url) && /^(\/\d*)?$/.test(url.pathname) ? text : undefined;
  },
  { secret: true },
);

export const issuerUrl = rule(
  'an issuer identifier exactly as tokens name it in iss: an https URL (http for tests) without query, fragment or credentials',
  (text) => {
    const url = parseUrl(text);
    const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
    return isPlain && isWeb(url) ? text : undefined;
  },
);

export const collectorUrl = rule(
  'an http or https URL such as http://collector:4318',
  (text) => (isWeb(parseUrl(text)) ? text : undefined),
  { secret: true },
);

/** A host of a content security policy: a name that a URL parser leaves as it is, with or without a port. */
export const imageHosts = rule(
  'a comma list of host names, with or without a port, such as cdn.example.org,images.example.org:8443',
  (text) => {
    const isHost = (name: string) => /^[a-z0-9.-]+(:\d+)?$/.test(name) && parseUrl(`https://${name}`)?.host === name;
    const hosts = parseList(text.toLowerCase(), isHost);
    return hosts && [...new Set(hosts)];
  },
);

/** RFC 9116 demands a URI; what is written into the file must be one line. */
export const securityContact = rule(
  'an address for reports of vulnerabilities: mailto:security@example.org, or an https URL',
  (text) => (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i.test(text) ? parseUrl(text)?.href : undefined),
);

export const targets = rule<ReadonlySet<string>>(
  'a comma list of host:port such as localhost:8443,[::1]:9000',
  (text) => {
    const entries = parseList(text.toLowerCase(), isTarget);
    return entries && new Set(entries);
  },
);

function isTarget(text: string): boolean {
  const [, name, address, at] = /^(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\]):(\d{1,5})$/.exec(text) ?? [];
  const isHost = name !== undefined || isIP(address ?? '') === 6;
  return isHost && Number(at) >= 1 && Number(at) <= 65_535;
}

/** The entries of a comma list; undefined when one of them breaks its rule. */
function parseList(text: string, isEntry: (entry: string) => boolean): readonly string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isEntry) ? entries : undefined;
}

function isWeb(url: URL | null): url is URL {
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** Whether its percent signs are encodings, as the libraries that read the parts demand. */
function isReadable({ username, password, hostname }: URL): boolean {
  return [username, password, hostname].every(isDecodable);
}
