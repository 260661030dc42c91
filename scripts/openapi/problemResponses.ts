import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { type ProblemCode, problemCodes } from '../../src/rest/problem/problemCodes.ts';
import { problemDocument, problemMediaType, problemSchema } from '../../src/rest/problem/problemDocument.ts';
import { type BodyError, ProblemError } from '../../src/rest/problem/problemError.ts';
import { headers, quotaHeaders } from './headers.ts';

interface ErrorResponse {
  readonly id: string;
  readonly description: string;
  readonly example: {
    readonly code: ProblemCode;
    readonly detail: string;
    readonly parameter?: string;
    readonly errors?: readonly BodyError[];
  };
  readonly headers?: z.ZodRawShape;
  /** Whether the response counts against a quota; default true. */
  readonly counted?: boolean;
}

/** The statuses that docs/contract.md#errors requires of every read, 405, and those of unreadable requests. */
const errorResponses: Readonly<Record<string, ErrorResponse>> = {
  400: {
    id: 'BadRequest',
    description: 'Unknown or repeated query parameters, an invalid value, or an invalid cursor.',
    example: {
      code: 'invalid_parameter',
      detail: 'limit must be an integer from 1 to 100, in decimal digits; got "0".',
      parameter: 'limit',
    },
  },
  401: {
    id: 'Unauthorized',
    description: 'The supplied credentials are invalid. They are never treated as anonymous.',
    example: { code: 'invalid_credentials', detail: 'The credential is neither an API key nor an access token.' },
    headers: { 'WWW-Authenticate': headers.challenge },
  },
  403: {
    id: 'Forbidden',
    description: 'The credentials lack the required scope.',
    example: { code: 'insufficient_scope', detail: 'This operation needs the scope anime.read.' },
  },
  404: {
    id: 'NotFound',
    description: 'There is no resource with this identifier, or nothing at this path.',
    example: { code: 'not_found', detail: 'There is no resource with this identifier.' },
  },
  405: {
    id: 'MethodNotAllowed',
    description: 'The path does not take this method.',
    example: { code: 'method_not_allowed', detail: 'POST is not allowed here, but GET, HEAD, OPTIONS.' },
    headers: { Allow: headers.allow },
  },
  408: {
    id: 'RequestTimeout',
    description: 'The request did not arrive in time.',
    example: { code: 'invalid_request', detail: 'The request did not arrive in time.' },
    counted: false,
  },
  409: {
    id: 'Conflict',
    description: 'The request contradicts the present state of the resource.',
    example: { code: 'conflict', detail: 'The resource has changed.' },
  },
  413: {
    id: 'PayloadTooLarge',
    description: 'The body is too large.',
    example: { code: 'payload_too_large', detail: 'The body may hold 16384 bytes at most.' },
  },
  415: {
    id: 'UnsupportedMediaType',
    description: 'The body is of a type that the operation does not take.',
    example: { code: 'unsupported_media_type', detail: 'The body is text/plain. Send application/json.' },
  },
  422: {
    id: 'UnprocessableContent',
    description: 'The members of the body break a rule.',
    example: {
      code: 'invalid_body',
      detail: '/url is required.',
      errors: [{ pointer: '/url', detail: 'is required.' }],
    },
  },
  428: {
    id: 'PreconditionRequired',
    description: 'The operation needs If-Match.',
    example: {
      code: 'precondition_required',
      detail: 'Send If-Match with the ETag of the resource as you have seen it.',
    },
  },
  429: {
    id: 'TooManyRequests',
    description: 'The quota is exceeded.',
    example: { code: 'quota_exceeded', detail: 'The quota of this minute is used up.' },
    headers: { 'Retry-After': headers.retryAfter },
  },
  431: {
    id: 'RequestHeaderFieldsTooLarge',
    description: 'URL and headers are too large.',
    example: { code: 'invalid_request', detail: 'URL and headers are larger than 16 kB together.' },
    counted: false,
  },
  500: {
    id: 'InternalServerError',
    description: 'The service failed.',
    example: { code: 'internal_error', detail: 'The service failed. Report requestId when it persists.' },
  },
  503: {
    id: 'ServiceUnavailable',
    description: 'The service, or the part of it that this operation needs, is not available now.',
    example: { code: 'service_unavailable', detail: 'The service cannot reach its database.' },
    headers: { 'Retry-After': headers.retryAfter },
  },
};

/** Of the event log. */
export const positionProblem = problemResponse(410, {
  id: 'PositionGone',
  description: 'Events that follow the position were removed, because they are old.',
  example: {
    code: 'position_gone',
    detail:
      'The events that follow position 8470 were removed, because they are old: begin again with GET /v1/dump, or with the position of the head and the lists.',
  },
});

/** Of operations that answer with parts of a file. */
export const matchProblem = problemResponse(412, {
  id: 'PreconditionFailed',
  description: 'If-Match names other bytes than the file has.',
  example: { code: 'precondition_failed', detail: 'If-Match names other bytes than this file has: begin again.' },
});

/** Of operations that answer with parts of a file. */
export const rangeProblem = problemResponse(416, {
  id: 'RangeNotSatisfiable',
  description: 'The header Range asks for bytes beyond the end of the file.',
  example: { code: 'range_not_satisfiable', detail: 'Range must lie within the 12345678 bytes of the file.' },
  headers: { 'Content-Range': headers.contentRange },
});

/** The error responses that every read declares, by status. */
export const problemResponses: Readonly<Record<string, ZodOpenApiResponseObject>> = Object.fromEntries(
  Object.entries(errorResponses).map(([status, response]) => [status, problemResponse(Number(status), response)]),
);

function problemResponse(
  status: number,
  { id, description, example, headers: further, counted = true }: ErrorResponse,
): ZodOpenApiResponseObject {
  const { code, detail, ...place } = example;
  const problem = new ProblemError(code, detail, { status, ...place });
  const codes = Object.entries(problemCodes)
    .filter(([name, meaning]) => name === code || meaning.status === status)
    .map(([name]) => `\`${name}\``);
  return {
    id,
    description: `${description} Codes: ${codes.join(', ')}.`,
    headers: z.object({
      'X-Request-Id': headers.requestId,
      Link: headers.descriptionLink,
      ...(counted ? quotaHeaders : {}),
      ...further,
    }),
    content: {
      [problemMediaType]: {
        schema: problemSchema,
        example: problemDocument(problem, '0b0f7a5e-6d0c-4b57-9a3e-2f1d7c1f8c55', null),
      },
    },
  };
}
