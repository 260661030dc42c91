/** Names and values, in turn, of what every answer of the public interface carries unless it says otherwise. */
export const standardHeaders: readonly string[] = [
  // Every representation depends on it; a 304 has to say so too.
  ...['Vary', 'Accept-Encoding'],
  ...['Cache-Control', 'no-cache'],
  ...['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Access-Control-Allow-Origin', '*'],
  ...[
    'Access-Control-Expose-Headers',
    'X-Request-Id,ETag,Link,Location,Allow,Retry-After,WWW-Authenticate,RateLimit,RateLimit-Policy',
  ],
];

/** What an answer to OPTIONS carries beside them: the CORS protocol's preflight. An unknown path has none, the routes decide. */
export const preflightHeaders: readonly string[] = [
  ...['Access-Control-Allow-Methods', 'GET,HEAD,OPTIONS'],
  ...['Access-Control-Allow-Headers', 'Authorization,If-None-Match,Traceparent,Tracestate'],
  ...['Access-Control-Max-Age', '86400'],
];

/** Those of either that name other origins. */
export const corsHeaders: readonly string[] = [...standardHeaders, ...preflightHeaders].filter((text) =>
  text.startsWith('Access-Control-'),
);
