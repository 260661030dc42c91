import type { Response } from 'express';

/** The listener's own problem codes; the graph adds its own. */
type ToolErrorCode =
  | 'invalid_request'
  | 'invalid_credentials'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'service_unavailable'
  | 'internal_error';

interface ToolFacts {
  requestId: string;
  /** For logs and metrics; absent where there is none. */
  operationId?: string;
  /** Whether the token is INTERNAL_READ_TOKEN, which changes nothing. */
  readsAlone?: boolean;
  /** From `traceparent`, else of a sampled trace. */
  traceId?: string | null;
}

export type ToolResponse = Response<unknown, ToolFacts>;

/** Answers with an error in GraphQL's format, the only one that tools need to parse. */
export function sendToolError(response: ToolResponse, status: number, code: ToolErrorCode, message: string): void {
  const { requestId } = response.locals;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ errors: [{ message, extensions: { code, requestId } }] });
}
