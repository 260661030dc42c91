import type { Request } from 'express';
import type { RestResponse } from './requestFacts.ts';

/** Answers above this many bytes are compressed when the client takes it. */
export const compressionThreshold = 1024;

/** Sends a whole body; HEAD gets its headers alone. */
export function sendContent(
  request: Request,
  response: RestResponse,
  status: number,
  type: string,
  body: string | Buffer,
): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  const length = Buffer.byteLength(body);
  const mayBeCompressed = length >= compressionThreshold && request.headers['accept-encoding'] !== undefined;
  if (request.method !== 'HEAD') {
    response.setHeader('Content-Length', length);
    response.end(body);
    return;
  }
  // A HEAD answer may not claim another length than GET's, and GET's is not known before it is compressed.
  if (!mayBeCompressed) response.setHeader('Content-Length', length);
  response.end();
}
