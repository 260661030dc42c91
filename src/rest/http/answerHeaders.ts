import type { RestResponse } from './requestFacts.ts';

/** What every answer carries unless it says otherwise. */
const standardHeaders = new Map([
  // Every representation depends on it; a 304 has to say so too.
  ['Vary', 'Accept-Encoding'],
  ['Cache-Control', 'no-cache'],
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]);

/** Pages of other sites may read the answer. */
const openHeaders = new Map([
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'X-Request-Id,ETag,Link,Location,Allow,Retry-After,WWW-Authenticate,RateLimit,RateLimit-Policy',
  ],
]);

/** What an answer to OPTIONS carries beside them: the CORS protocol's preflight. */
const preflightHeaders = new Map([
  ['Access-Control-Allow-Methods', 'GET,HEAD,OPTIONS'],
  ['Access-Control-Allow-Headers', 'Authorization,If-None-Match,Traceparent,Tracestate'],
  ['Access-Control-Max-Age', '86400'],
]);

export function setStandardHeaders(response: RestResponse): void {
  response.setHeader('X-Request-Id', response.locals.requestId);
  response.setHeaders(standardHeaders).setHeaders(openHeaders);
  if (response.req.method === 'OPTIONS') response.setHeaders(preflightHeaders);
}

/** Pages of other sites may not read the answer. */
export function closeToOtherOrigins(response: RestResponse): void {
  for (const name of [...openHeaders.keys(), ...preflightHeaders.keys()]) response.removeHeader(name);
}
