import type { Response } from 'express';

/** A problem code that the internal listener answers with itself; the graph's own codes come from the graph. */
type ToolErrorCode =
  | 'invalid_request'
  | 'invalid_credentials'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'internal_error';

/** Carries the identifier of its request, and the operation that logs and metrics name, if it is one. */
export type ToolResponse = Response<unknown, { requestId: string; operationId?: string }>;

/** Ends a request in GraphQL's form of an error, so that a tool needs to know but one. */
export function sendToolError(response: ToolResponse, status: number, code: ToolErrorCode, message: string): void {
  const { requestId } = response.locals;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ errors: [{ message, extensions: { code, requestId } }] });
}
