import type { IncomingMessage } from 'node:http';

/** The content of the header Authorization. */
export type SentCredential =
  | { readonly kind: 'none' }
  /** Anything but a bearer credential (RFC 6750, 2.1). */
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'bearer'; readonly text: string };

const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** Reads the header Authorization; an empty or repeated one is malformed, not absent. */
export function readCredential({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): SentCredential {
  const { authorization } = headers;
  if (authorization === undefined) return { kind: 'none' };
  // Node keeps the first of several; a proxy may keep the last.
  if (countHeaders(rawHeaders, 'authorization') > 1) {
    return {
      kind: 'malformed',
      reason: 'The request has the header Authorization more than once: send it once.',
    };
  }
  const text = bearer.exec(authorization)?.[1];
  if (text !== undefined) return { kind: 'bearer', text };
  return {
    kind: 'malformed',
    reason: 'The header Authorization must be "Bearer", a space, and an API key or access token.',
  };
}

/** How often a header occurs in a request. @param name in lower case */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === name.length && text.toLowerCase() === name,
  ).length;
}
