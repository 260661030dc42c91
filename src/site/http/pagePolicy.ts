import type { ServerResponse } from 'node:http';

const policy = (imageHosts: readonly string[], connects: boolean) => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
  ...(connects ? ["connect-src 'self'"] : []),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * The policies of web pages: nothing inline, no other host. Browsers without Sec-Fetch-Site prove by Origin that a form
 * comes from a page of this service: under `no-referrer` it would be `null`. Other hosts get no referrer.
 * @param imageHosts the hosts from which the operator allows pictures
 * @param connects whether scripts may ask this service
 */
export function setPagePolicy(
  response: Pick<ServerResponse, 'setHeader'>,
  imageHosts: readonly string[] = [],
  connects = true,
): void {
  response.setHeader('Content-Security-Policy', policy(imageHosts, connects).join('; '));
  response.setHeader('Referrer-Policy', 'same-origin');
}
