import { createServer, type RequestListener, type Server } from 'node:http';
import { leaveBodyUnread } from './connection/leaveBodyUnread.ts';
import { onePerConnection } from './connection/onePerConnection.ts';
import { readAgain } from './connection/readAgain.ts';
import { answerClientError } from './problem/answerClientError.ts';
import { ProblemError } from './problem/problemError.ts';
import { type Refusal, sendRefusal } from './problem/sendRefusal.ts';

/** URL and headers together, in bytes; more is answered 431. */
const maxHeaderSize = 16_384;

/** A connection on which nothing moves while a request is under way: its client has stopped reading, or is gone. */
const IDLE_MS = 45_000;

export interface RestServerOptions {
  /** How long a connection that nobody uses is kept, in milliseconds; default 75,000, longer than balancers keep theirs. */
  readonly keepAliveMs?: number;
  /** Told of what the parser refused before any handler saw it. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

/** The public listener: the application on a server whose own refusals are problems too. The caller listens and closes. */
export function createRestServer(
  app: RequestListener,
  { keepAliveMs = 75_000, onRefusal = () => {} }: RestServerOptions = {},
): Server {
  const server = createServer({
    maxHeaderSize,
    // Without Host, Node would answer 400 with no body: the application does.
    requireHostHeader: false,
    keepAliveTimeout: keepAliveMs,
  });
  server.on(
    'request',
    onePerConnection((request, response) => {
      leaveBodyUnread(request, response);
      app(request, response);
    }),
  );
  server.timeout = IDLE_MS;
  // Node leaves out what is beyond 2,000, and a credential may stand there; the size of all is bounded.
  server.maxHeadersCount = 0;
  server.on('clientError', readAgain(server, answerClientError(onRefusal)));
  // Node hands over the connection alone, or ends it without a word.
  server.on('connect', (_request, socket) => sendRefusal(socket, noProxy(), onRefusal));
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); no operation wants the body that a client asks leave for.
  for (const event of ['checkExpectation', 'checkContinue'] as const) {
    server.on(event, (request, response) => server.emit('request', request, response));
  }
  return server;
}

function noProxy(): ProblemError {
  return new ProblemError('method_not_allowed', 'CONNECT is not allowed here: this is no proxy.', {
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
}
