import { z } from 'zod';

/** The response headers of the description. */
export const headers = {
  requestId: z.string().meta({
    description: 'Server-generated correlation identifier.',
    header: { id: 'RequestId' },
    examples: ['0b0f7a5e-6d0c-4b57-9a3e-2f1d7c1f8c55'],
  }),
  entityTag: {
    weak: z.string().meta({
      description: 'Weak entity tag of this representation, for If-None-Match.',
      header: { id: 'EntityTag' },
    }),
    strong: z.string().meta({
      description: 'Strong entity tag of this revision, for If-None-Match and If-Match.',
      header: { id: 'RevisionTag' },
    }),
  },
  link: z
    .string()
    .optional()
    .meta({
      description: 'The next page as a relative reference, `rel="next"`; absent on the last page.',
      header: { id: 'NextLink' },
    }),
  descriptionLink: z
    .string()
    .optional()
    .meta({
      description:
        'The description of the operation that was called, `rel="describedby"`; absent where the request was not read that far.',
      header: { id: 'DescriptionLink' },
      examples: ['</v1/openapi.json#/paths/~1v1~1anime/get>; rel="describedby"'],
    }),
  location: z.string().meta({
    description: 'The same path below the survivor’s identifier.',
    format: 'uri-reference',
    header: { id: 'SurvivorLocation' },
  }),
  newLocation: z.string().meta({
    description: 'The path of the created resource.',
    format: 'uri-reference',
    header: { id: 'NewLocation' },
  }),
  meantLocation: z.string().meta({
    description: 'The path of the resource.',
    format: 'uri-reference',
    header: { id: 'MeantLocation' },
  }),
  acceptRanges: z.literal('bytes').meta({
    description: 'Byte ranges are supported (RFC 9110, 14).',
    header: { id: 'AcceptRanges' },
  }),
  contentRange: z.string().meta({
    description: 'The bytes of the body and the length of the whole file; of 416 the length alone.',
    header: { id: 'ContentRange' },
    examples: ['bytes 262144-524287/12345678'],
  }),
  retryAfter: z
    .int()
    .min(0)
    .max(86400)
    .meta({ description: 'Seconds to wait before another attempt.', header: { id: 'RetryAfter' } }),
  challenge: z.string().meta({ description: 'The scheme of valid credentials.', header: { id: 'Challenge' } }),
  allow: z.string().meta({ description: 'The methods that this path takes.', header: { id: 'Allow' } }),
} as const;

/** Headers of every counted answer. */
export const quotaHeaders = {
  RateLimit: z.string().meta({
    description: 'What is left of the quota: `"anonymous";r=59;t=60`, with `t` seconds until all of it is back.',
    header: { id: 'RateLimit' },
    examples: ['"anonymous";r=59;t=60'],
  }),
  'RateLimit-Policy': z.string().meta({
    description:
      'The quota: `q` calls in a window of `w` seconds, for `"anonymous"` or `"credentialed"` callers, or for `"pages"` and their suggestions; `"address"` where everything that an address asks for is too much.',
    header: { id: 'RateLimitPolicy' },
    examples: ['"anonymous";q=60;w=60'],
  }),
} as const;

/** The request headers of the description. */
export const requestHeaders = {
  ifMatch: z.string().meta({
    description:
      'The ETag of the resource as you have seen it, or `*`: without it 428, when the resource has changed 409.',
    examples: ['"LLK9_r.7"'],
  }),
  range: z
    .string()
    .optional()
    .meta({
      description: 'One range of bytes. Several are not supported: the answer is then the whole file.',
      examples: ['bytes=262144-'],
    }),
  sameFile: z
    .string()
    .optional()
    .meta({
      description: 'The ETag of the bytes that you have: where the file is another one, 412.',
      examples: ['"RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"'],
    }),
  ifRange: z
    .string()
    .optional()
    .meta({
      description: 'The ETag of the bytes that you have: where the file is another one, the answer is the whole file.',
      examples: ['"RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"'],
    }),
} as const;
