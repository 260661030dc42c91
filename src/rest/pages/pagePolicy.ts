import type { RestResponse } from '../http/requestFacts.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The content security policy of web pages: nothing inline, no other host. */
export function setPagePolicy(response: RestResponse): void {
  response.setHeader('Content-Security-Policy', policy);
}
