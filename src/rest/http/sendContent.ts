import compression from 'compression';
import type { RequestHandler } from 'express';
import type { RestResponse } from './requestFacts.ts';

/** Answers above this many bytes are compressed when the client takes it. */
export const compressionThreshold = 1024;

/** Stored documents are kept compressed; a strong entity tag names the very bytes. */
const compress = compression({
  threshold: compressionThreshold,
  filter: (request, response) =>
    response.locals.operationId !== null && !hasStrongTag(response) && compression.filter(request, response),
});

/** The middleware that compresses what operations answer, for clients that take it. */
export const compressAnswers: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};

/** Sends a whole body; HEAD gets its headers alone. */
export function sendContent(response: RestResponse, status: number, type: string, body: string | Buffer): void {
  const { method, headers } = response.req;
  // Encoded once: counting the bytes of a text costs nearly as much as encoding it.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  const mayBeCompressed =
    headers['accept-encoding'] !== undefined && bytes.length >= compressionThreshold && !hasStrongTag(response);
  // A HEAD answer may not claim another length than GET's, and GET's is not known before it is compressed.
  if (method !== 'HEAD' || !mayBeCompressed) response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

function hasStrongTag(response: Pick<RestResponse, 'getHeader'>): boolean {
  const tag = response.getHeader('ETag');
  return typeof tag === 'string' && !tag.startsWith('W/');
}
