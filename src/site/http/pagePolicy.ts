import type { RestResponse } from '../../rest/http/requestFacts.ts';

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
 * The policies of web pages: nothing inline, no other host. Browsers without Sec-Fetch-Site prove by Origin that a form
 * comes from a page of this service: under `no-referrer` it would be `null`. Other hosts get no referrer.
 * @param imageHosts the hosts from which the operator allows pictures
 */
export function setPagePolicy(response: RestResponse, imageHosts: readonly string[] = []): void {
  response.setHeader('Content-Security-Policy', policy(imageHosts).join('; '));
  response.setHeader('Referrer-Policy', 'same-origin');
}
