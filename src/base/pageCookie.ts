import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from './isLoopbackHost.ts';
import { parseUrl } from './parseUrl.ts';

/** Whether the connection of a browser to this origin is private: https, or the loopback. */
export function isPrivateOrigin(origin: string): boolean {
  const { protocol, hostname = '' } = parseUrl(origin) ?? {};
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/**
 * Whether a form was sent from a page of this origin. Browsers say where it comes from in Origin, present ones in
 * Sec-Fetch-Site too; neither can be written by a page. What does not say it is refused.
 */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return headers.origin === origin;
  return site === 'same-origin' && (headers.origin ?? origin) === origin;
}

/** A cookie of pages, which scripts cannot read and forms of other sites do not send. */
export class PageCookie {
  readonly #name: string;
  readonly #attributes: string;

  /** @param origin of the pages */
  constructor(name: string, origin: string) {
    const isSecure = origin.startsWith('https:');
    // A browser takes `__Host-` by https alone, and for this host alone.
    this.#name = `${isSecure ? '__Host-' : ''}catalog-${name}`;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** Its text; empty where none was sent. */
  read({ headers }: IncomingMessage): string {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${this.#name}=`))?.slice(this.#name.length + 1) ?? '';
  }

  /**
   * @param value base64url
   * @param seconds that the browser keeps it; undefined: until it ends
   */
  set(response: ServerResponse, value: string, seconds?: number): void {
    const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
    response.appendHeader('Set-Cookie', `${this.#name}=${value}; ${this.#attributes}${age}`);
  }

  clear(response: ServerResponse): void {
    this.set(response, '', 0);
  }
}
