import type { RestResponse } from '../http/requestFacts.ts';

const policy = (imageHosts: readonly string[]) => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * The policies of web pages: nothing inline, no other host. Forms tell this service the page's origin, which browsers
 * without Sec-Fetch-Site prove by Origin: under `no-referrer` they would send `null`. Other hosts are told nothing.
 * @param imageHosts whose pictures the operator allows all the same
 */
export function setPagePolicy(response: RestResponse, imageHosts: readonly string[] = []): void {
  response.setHeader('Content-Security-Policy', policy(imageHosts).join('; '));
  response.setHeader('Referrer-Policy', 'same-origin');
}
