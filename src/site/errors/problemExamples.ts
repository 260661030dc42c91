import type { ProblemCode } from '../../rest/problem/problemCodes.ts';
import type { BodyError } from '../../rest/problem/problemError.ts';

/** A request and what its refusal says. */
export interface ProblemExample {
  /** Default: GET. */
  readonly method?: 'POST' | 'PATCH';
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail: string;
  readonly parameter?: string;
  readonly errors?: readonly BodyError[];
}

const webhooks = '/v1/developer/applications/0198c7a2-61b4-7c09-9d5e-3f1a2b4c5d6e/webhooks';
const key = { Authorization: 'Bearer cac_…' };
const token = { Authorization: 'Bearer eyJ…' };
const json = { ...token, 'Content-Type': 'application/json' };

/** One example of each code. Tests send those that anybody can send. */
export const problemExamples: Readonly<Record<ProblemCode, ProblemExample>> = {
  invalid_request: {
    target: '/v1/anime?%ff=drama',
    detail: 'The percent-encoding is malformed: it must be %XX, in UTF-8.',
  },
  unknown_parameter: {
    target: '/v1/genres?q=drama',
    detail: 'There is no parameter "q". This operation takes limit, after.',
    parameter: 'q',
  },
  repeated_parameter: {
    target: '/v1/anime?year=2013&year=2014',
    detail: 'year stands in the query more than once: send it once.',
    parameter: 'year',
  },
  invalid_parameter: {
    target: '/v1/anime?limit=0',
    detail: 'limit must be an integer from 1 to 100, in decimal digits; got "0".',
    parameter: 'limit',
  },
  invalid_cursor: {
    target: '/v1/anime?after=AVx',
    detail: 'after is not a cursor that this service gave: send page.nextCursor unchanged.',
    parameter: 'after',
  },
  invalid_credentials: {
    target: webhooks,
    detail: 'This operation needs a credential: send "Authorization: Bearer …".',
  },
  insufficient_scope: {
    target: '/v1/search?q=one%20piece',
    headers: key,
    detail: 'This operation needs the scope search.read. A key never gains a scope: create a new one.',
  },
  human_user_required: {
    target: webhooks,
    headers: token,
    detail: "This operation needs a person's access token.",
  },
  not_owner: { target: webhooks, headers: token, detail: 'The application belongs to somebody else.' },
  not_found: {
    target: '/v1/animes',
    detail: 'There is nothing at this path: start at /, /v1/reference lists the operations.',
  },
  method_not_allowed: {
    method: 'POST',
    target: '/v1/anime',
    detail: 'POST is not allowed here, but GET, HEAD, OPTIONS.',
  },
  conflict: {
    method: 'POST',
    target: `${webhooks}/0198c7a3-2d10-7b44-8a3c-9e0f1a2b3c4d/ping`,
    headers: token,
    detail: 'The webhook is disabled: enable it first.',
  },
  payload_too_large: {
    method: 'POST',
    target: webhooks,
    headers: json,
    detail: 'The body may hold 16384 bytes at most.',
  },
  unsupported_media_type: {
    method: 'POST',
    target: webhooks,
    headers: { ...token, 'Content-Type': 'text/plain' },
    detail: 'The body is text/plain. Send application/json.',
  },
  position_gone: {
    target: '/v1/events?after=8470',
    detail:
      'The events that follow position 8470 were removed, because they are old: begin again with GET /v1/dump, or with the position of the head and the lists.',
  },
  precondition_failed: {
    target: '/v1/dump/2026-11-23.ndjson.gz',
    headers: { 'If-Match': '"RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"' },
    detail: 'If-Match names other bytes than this file has: begin again.',
  },
  range_not_satisfiable: {
    target: '/v1/dump/2026-11-23.ndjson.gz',
    headers: { Range: 'bytes=999999999999-' },
    detail: 'Range must lie within the 31457280 bytes of the file.',
  },
  invalid_body: {
    method: 'POST',
    target: webhooks,
    headers: json,
    detail: '/url is required.',
    errors: [{ pointer: '/url', detail: 'is required.' }],
  },
  unsafe_webhook_url: {
    method: 'POST',
    target: webhooks,
    headers: json,
    detail: 'url: names an IP address: a DNS name is expected.',
    errors: [{ pointer: '/url', detail: 'names an IP address: a DNS name is expected.' }],
  },
  precondition_required: {
    method: 'PATCH',
    target: `${webhooks}/0198c7a3-2d10-7b44-8a3c-9e0f1a2b3c4d`,
    headers: { ...token, 'Content-Type': 'application/merge-patch+json' },
    detail: 'Send If-Match with the ETag of the resource as you have seen it.',
  },
  quota_exceeded: {
    target: '/v1/anime',
    detail:
      'The quota of 60 calls in 60 seconds is used up: wait 17 seconds. Callers with an API key or access token have a higher one.',
  },
  internal_error: { target: '/v1/anime', detail: 'The service failed. Report requestId when it persists.' },
  search_unavailable: {
    target: '/v1/search?q=one%20piece',
    detail: 'Search is switched off or not available now.',
  },
  service_unavailable: { target: '/v1/anime', detail: 'The service cannot reach its database.' },
};
