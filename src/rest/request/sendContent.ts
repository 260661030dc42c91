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
  // Encoded once: counting the bytes of a text costs nearly as much as encoding it.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { length } = bytes;
  const mayBeCompressed = length >= compressionThreshold && request.headers['accept-encoding'] !== undefined;
  if (request.method !== 'HEAD') {
    response.setHeader('Content-Length', length);
    response.end(bytes);
    return;
  }
  // A HEAD answer may not claim another length than GET's, and GET's is not known before it is compressed.
  if (!mayBeCompressed) response.setHeader('Content-Length', length);
  response.end();
}
