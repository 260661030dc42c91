import { isIP } from 'node:net';
import type { ReceiverUrl } from '../../graph/webhook/receiverUrl.ts';
import { parseUrl } from '../../parseUrl.ts';

/**
 * The program to which `catalog webhooks listen` posts. Plain http is for this machine alone: elsewhere everyone on the
 * way could read the events, change them, and send them again for five minutes.
 * @returns its URL, or what is wrong with the text, to follow "--forward "
 */
export function readForwardTarget(text: string): ReceiverUrl | { readonly fault: string } {
  const url = parseUrl(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { fault: 'is no URL that can be posted to: http://localhost:8080/hook is expected.' };
  }
  if (url.username !== '' || url.password !== '') return { fault: 'has credentials: leave out what stands before @.' };
  if (/[?#]/.test(text)) return { fault: "has a query or fragment, which a webhook's URL has not: leave it out." };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isLoopback(host)) {
    return {
      fault: `names ${host}, which is not this machine: localhost, 127.0.0.1 or [::1] is expected. A public https address can have a webhook.`,
    };
  }
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
  return { href: url.href, origin: url.origin, host, port, path: url.pathname };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
