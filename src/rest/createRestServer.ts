import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { handleClientError } from './problem/handleClientError.ts';

/** URL and headers together, in bytes; more is answered 431. */
const maxHeaderSize = 16_384;

/** The public listener: the application on a server whose own refusals are problems too. The caller listens and closes. */
export function createRestServer(app: Express): Server {
  // Without Host, Node would answer 400 with no body: the application does.
  const server = createServer({ maxHeaderSize, requireHostHeader: false }, app);
  server.on('clientError', handleClientError);
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
