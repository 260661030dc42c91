import type { RestResponse } from './requestFacts.ts';

/** The default headers of every answer. */
const standardHeaders = new Map([
  // Every representation varies with it; a 304 must say so too.
  ['Vary', 'Accept-Encoding'],
  ['Cache-Control', 'no-cache'],
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]);

/** Lets pages of other sites read the answer. */
const openHeaders = new Map([
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'X-Request-Id,ETag,Link,Location,Allow,Retry-After,WWW-Authenticate,RateLimit,RateLimit-Policy,Accept-Ranges,Content-Range',
  ],
]);

/** Additional headers of an answer to OPTIONS: the preflight of CORS. */
const preflightHeaders = new Map([
  ['Access-Control-Allow-Methods', 'GET,HEAD,OPTIONS'],
  [
    'Access-Control-Allow-Headers',
    'Authorization,Baggage,Cache-Control,Content-Type,If-Match,If-Modified-Since,If-None-Match,If-Range,Range,Sentry-Trace,Traceparent,Tracestate,X-Requested-With',
  ],
  ['Access-Control-Max-Age', '86400'],
]);

export function setStandardHeaders(response: RestResponse): void {
  response.setHeader('X-Request-Id', response.locals.requestId);
  response.setHeaders(standardHeaders).setHeaders(openHeaders);
  if (response.req.method === 'OPTIONS') response.setHeaders(preflightHeaders);
}

/** Keeps pages of other sites from reading the answer. */
export function closeToOtherOrigins(response: RestResponse): void {
  for (const name of [...openHeaders.keys(), ...preflightHeaders.keys()]) response.removeHeader(name);
}
