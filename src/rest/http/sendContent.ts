import type { ServerResponse } from 'node:http';
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Larger answers, in bytes, are compressed for clients that accept it. */
export const compressionThreshold = 1024;

/** Stored documents, which have a tag, are already compressed; a strong entity tag names exact bytes. */
const compress = compression({
  threshold: compressionThreshold,
  filter: (request, response) =>
    (response.locals.operationId !== null || !response.hasHeader('ETag')) &&
    !hasStrongTag(response) &&
    compression.filter(request, response),
});

/** The middleware that compresses the answers of operations, and pages that are not kept. */
export const compressAnswers: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};

/** Sends a body; HEAD gets only the headers. */
export function sendContent(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  const { method, headers } = response.req;
  // Encoded once: counting a text's bytes costs nearly as much as encoding it.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  const mayBeCompressed =
    headers['accept-encoding'] !== undefined && bytes.length >= compressionThreshold && !hasStrongTag(response);
  // HEAD must not claim another length than GET, whose length is unknown before compression.
  if (method !== 'HEAD' || !mayBeCompressed) response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

function hasStrongTag(response: Pick<ServerResponse, 'getHeader'>): boolean {
  const tag = response.getHeader('ETag');
  return typeof tag === 'string' && !tag.startsWith('W/');
}
