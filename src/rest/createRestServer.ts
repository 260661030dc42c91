import { createServer, type RequestListener, type Server } from 'node:http';
import { boundConnections } from './connection/boundConnections.ts';
import { leaveBodyUnread } from './connection/leaveBodyUnread.ts';
import { onePerConnection } from './connection/onePerConnection.ts';
import { readAgain } from './connection/readAgain.ts';
import { proxyRule, type TrustProxy } from './http/addressReader.ts';
import { answerClientError } from './problem/answerClientError.ts';
import { ProblemError } from './problem/problemError.ts';
import { type Refusal, sendRefusal } from './problem/sendRefusal.ts';

/** URL and headers together, in bytes; more is answered 431. */
const maxHeaderSize = 16_384;

/** How long the URL and headers of a request may take, and all of it, in milliseconds: a body holds 16 kB. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 30_000;
/** How often Node looks for requests that take longer; they are answered 408. */
const LOOK_MS = 5_000;

/** A connection on which nothing moves while a request is under way: its client has stopped reading, or is gone. */
const IDLE_MS = 45_000;

export interface RestServerOptions {
  /** How long a connection that nobody uses is kept, in milliseconds; default 75,000, longer than balancers keep theirs. */
  readonly keepAliveMs?: number;
  /** Connections of one address at once, those of trusted proxies aside; as many as it likes when left out. */
  readonly connectionsPerAddress?: number;
  /** Whose connections are those of many clients; default: nobody's. */
  readonly trustProxy?: TrustProxy;
  /** Told of what the parser refused before any handler saw it. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

/** The public listener: the application on a server whose own refusals are problems too. The caller listens and closes. */
export function createRestServer(
  app: RequestListener,
  { keepAliveMs = 75_000, connectionsPerAddress, trustProxy = false, onRefusal = () => {} }: RestServerOptions = {},
): Server {
  const server = createServer({
    maxHeaderSize,
    // Without Host, Node would answer 400 with no body: the application does.
    requireHostHeader: false,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_MS,
  });
  if (connectionsPerAddress !== undefined) {
    boundConnections(server, {
      most: connectionsPerAddress,
      isProxy: proxyRule(trustProxy),
      refuse: (socket) => sendRefusal(socket, tooManyConnections(connectionsPerAddress), onRefusal),
    });
  }
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

function tooManyConnections(most: number): ProblemError {
  const detail = `This address has ${most} connections open, which is what an address may have: use them again, or close some.`;
  return new ProblemError('quota_exceeded', detail, { headers: { 'Retry-After': '5' } });
}
