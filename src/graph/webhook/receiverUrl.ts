import { isIP } from 'node:net';
import { parseUrl } from '../../base/parseUrl.ts';

/** `host:port` of receivers to which the rules of address, name and port do not apply: for development alone. */
export type ExemptTargets = ReadonlySet<string>;

/** `host:port`, an IPv6 address in brackets. */
export function targetOf(host: string, port: number | string): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** The target of deliveries, or the source of a download. */
export interface ReceiverUrl {
  /** The URL as it is stored and requested: the host in lower-case ASCII, no port when it is 443. */
  readonly href: string;
  readonly origin: string;
  /** An address without brackets, or a name. */
  readonly host: string;
  readonly port: number;
  /** With the query, where one is allowed. */
  readonly path: string;
}

const LONGEST_URL = 2048;
const LONGEST_HOST = 253;

/** The parts as written; any other text has a query, a fragment or credentials, or is no https URL. */
const SHAPE = /^https:\/\/([^/?]*)([/?].*)?$/i;

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Names that are no public DNS (RFC 6761, 6762, 7686, 8375, 9476, IANA's special-use registry, ICANN's
 * decision on .internal), those that ICANN holds back because private networks use them, and the
 * infrastructure of DNS itself (RFC 3172).
 */
const SPECIAL_NAMES = [
  ...['test', 'example', 'invalid', 'localhost', 'local', 'internal', 'onion', 'alt', 'arpa'],
  ...['home', 'corp', 'mail', 'lan', 'intranet', 'private', 'localdomain', 'domain', 'host'],
];

/**
 * Judges the text of a receiver's URL (docs/contract.md#receiver-addresses), both as written and as parsed: URL parsers
 * drop an empty query, an empty user or a tab, so that the requested URL differs from the written one. Names are
 * resolved at each attempt.
 * @param query whether one is allowed; a webhook's URL is shown, and a query may hold secrets
 * @returns the URL, or what is wrong with it, to follow "url: "
 */
export function readReceiverUrl(
  text: string,
  exempt: ExemptTargets,
  query: 'refused' | 'taken' = 'refused',
): ReceiverUrl | { readonly fault: string } {
  const fault = writtenFault(text, query);
  if (fault !== null) return { fault };
  const url = parseUrl(text);
  if (url === null) return { fault: 'is no URL that can be read: https://HOST/PATH is expected.' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? 443 : Number(url.port);
  const receiver = { href: url.href, origin: url.origin, host, port, path: `${url.pathname}${url.search}` };
  if (exempt.has(targetOf(host, port))) return receiver;
  if (port !== 443) return { fault: `names port ${port}: only 443 is taken.` };
  const hostFault = nameFault(host);
  return hostFault === null ? receiver : { fault: hostFault };
}

function writtenFault(text: string, query: 'refused' | 'taken'): string | null {
  if (text.length > LONGEST_URL) return `has more than ${LONGEST_URL} characters.`;
  if (/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(text)) return 'has white space or control characters.';
  if (text.includes('\\')) return 'has a backslash.';
  if (text.includes('#')) return 'has a fragment: leave out # and what follows.';
  if (query === 'refused' && text.includes('?')) return 'has a query: leave out ? and what follows.';
  const [, authority = ''] = SHAPE.exec(text) ?? [];
  if (authority === '') return 'is not https://HOST/PATH.';
  if (authority.includes('@')) return 'has credentials: leave out what stands before the host.';
  if (authority.includes('%')) return 'has an encoded host: write the name itself.';
  if (/:(?!\d+$)(?![^[]*\])/.test(authority)) return 'has an empty or unreadable port: leave it out.';
  return null;
}

function nameFault(host: string): string | null {
  if (isIP(host) !== 0) return 'names an IP address: a DNS name is expected.';
  if (host.endsWith('.')) return 'has a host that ends with a dot: leave the dot out.';
  const labels = host.split('.');
  if (labels.length < 2) return 'names no public host: the host needs at least two labels, such as hooks.example.org.';
  if (host.length > LONGEST_HOST || !labels.every((label) => LABEL.test(label)))
    return 'has a host that is no DNS name.';
  const top = labels.at(-1) ?? '';
  if (SPECIAL_NAMES.includes(top)) return `names a host below .${top}, which is not in public DNS.`;
  if (!/^(?:[a-z]+|xn--[a-z0-9-]+)$/.test(top)) return 'has a host that is no DNS name.';
  return null;
}
