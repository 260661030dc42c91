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

export interface ToolResponse extends Response {
  locals: { requestId: string; operationId?: string };
}

/** Ends a request in GraphQL's form of an error, so that a tool needs to know but one. */
export function sendToolError(response: ToolResponse, status: number, code: ToolErrorCode, message: string): void {
  const { requestId } = response.locals;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ errors: [{ message, extensions: { code, requestId } }] });
}
