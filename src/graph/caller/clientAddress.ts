import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** An IPv6 address with its port; zones may be of any length. */
const LONGEST_KNOWN = 64;
/** Cached, because every request asks and clients repeat. */
const known = new LRUCache<string, string>({ max: 10_000 });

/**
 * The key by which a client is counted: its IPv4 address, or the /64 of its IPv6 address, which is one customer's.
 * @param ip the trusted proxy's value, undefined without a trusted proxy
 * @param peer the address of the connection, used when `ip` is no address
 */
export function clientAddress(ip: string | undefined, peer: string | undefined): string {
  return addressOf(ip) ?? addressOf(peer) ?? 'unknown';
}

function addressOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const found = known.get(text);
  if (found !== undefined) return found;
  const address = parseAddress(text);
  if (address !== null && text.length <= LONGEST_KNOWN) known.set(text, address);
  return address;
}

function parseAddress(text: string): string | null {
  // Some proxies add the port.
  const plain = text.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.isValid(plain)) return null;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
