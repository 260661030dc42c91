import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import type { Exchange } from './exchange.ts';

/** Answers above this many bytes are compressed when the client takes it. */
export const compressionThreshold = 1024;

/** Connect's signature, which is all that it needs of Express. */
const compress = compression({ threshold: compressionThreshold }) as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** Sends a whole body; HEAD gets its headers alone. */
export function sendContent(exchange: Exchange, status: number, type: string, body: string | Buffer): void {
  const { request, response } = exchange;
  exchange.setHeader('Content-Type', type);
  // Encoded once: counting the bytes of a text costs nearly as much as encoding it.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const mayBeCompressed =
    request.headers['accept-encoding'] !== undefined &&
    bytes.length >= compressionThreshold &&
    // A strong entity tag names the very bytes.
    !hasStrongTag(exchange);
  const isHead = request.method === 'HEAD';
  // A HEAD answer may not claim another length than GET's, and GET's is not known before it is compressed.
  if (!(isHead && mayBeCompressed)) exchange.setHeader('Content-Length', String(bytes.length));
  if (isHead) exchange.end(status);
  else if (!mayBeCompressed) exchange.end(status, bytes);
  else {
    exchange.releaseHeaders();
    compress(request, response, () => {
      response.statusCode = status;
      response.end(bytes);
    });
  }
}

function hasStrongTag(exchange: Exchange): boolean {
  const tag = exchange.getHeader('ETag');
  return tag !== undefined && !tag.startsWith('W/');
}
