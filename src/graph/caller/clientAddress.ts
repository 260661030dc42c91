import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** An IPv6 address with its port; zones may be of any length. */
const LONGEST_KNOWN = 64;
/** Every request asks, and the same clients ask again. */
const known = new LRUCache<string, string>({ max: 10_000 });

/**
 * What a client is counted by: its IPv4 address, or the /64 of its IPv6 address, which is what one customer is given.
 * @param ip what a trusted proxy says, undefined where none is trusted
 * @param peer the address of the connection, for when that word is no address
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
  // Some proxies write the port too.
  const plain = text.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.isValid(plain)) return null;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
