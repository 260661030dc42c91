import type { Response } from 'express';

/** The problem codes of the listener itself; the graph has its own. */
type ToolErrorCode =
  | 'invalid_request'
  | 'invalid_credentials'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'internal_error';

/** Carries the request's identifier, and the operation that logs and metrics name, if there is one. */
export type ToolResponse = Response<unknown, { requestId: string; operationId?: string }>;

/** Answers with an error in GraphQL's format, so that tools need to read only one. */
export function sendToolError(response: ToolResponse, status: number, code: ToolErrorCode, message: string): void {
  const { requestId } = response.locals;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ errors: [{ message, extensions: { code, requestId } }] });
}
