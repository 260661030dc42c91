import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { ProblemError } from '../problem/problemError.ts';
import { boundConnections } from './boundConnections.ts';
import { leaveBodyUnread } from './closeConnection.ts';
import { oneAtATime } from './oneAtATime.ts';
import { originForm } from './originForm.ts';
import { refuseUnparsed } from './refuseUnparsed.ts';
import { reparseUtf8Url } from './reparseUtf8Url.ts';
import { type Refusal, sendRefusal } from './sendRefusal.ts';

/** Most bytes of URL and headers together; more is answered 431. */
const maxHeaderSize = 16_384;

/** How long URL and headers, and a whole request, may take to arrive, in milliseconds: a body holds 16 kB. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 30_000;
/** How often Node checks for late requests, which are answered 408. */
const CHECK_MS = 5_000;

/** A connection without traffic for so long during a request: its client has stopped reading, or has gone. */
const IDLE_MS = 45_000;

export interface RestServerOptions {
  /** How long an idle connection is kept, in milliseconds; default 75,000, longer than balancers keep theirs. */
  readonly keepAliveMs?: number;
  /** Most connections of one address, trusted proxies excepted; default: no limit. */
  readonly connectionsPerAddress?: number;
  /** Called with each request that the parser refused before any handler ran. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

/**
 * The server of the public listener: limits of time and size, and answers to what Node's parser refuses. The caller
 * listens and closes.
 */
export function createRestServer(
  app: Express,
  { keepAliveMs = 75_000, connectionsPerAddress, onRefusal = () => {} }: RestServerOptions = {},
): Server {
  const server = createServer({
    maxHeaderSize,
    // Without Host, Node would answer 400 with no body; the application answers instead.
    requireHostHeader: false,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
  });
  if (connectionsPerAddress !== undefined) {
    const trusts: (address: string, hop: number) => boolean = app.get('trust proxy fn');
    boundConnections(server, {
      most: connectionsPerAddress,
      isProxy: (peer) => trusts(peer, 0),
      refuse: (socket) => sendRefusal(socket, tooManyConnections(connectionsPerAddress), onRefusal),
    });
  }
  const begin = oneAtATime(app);
  server.on('request', (request, response) => {
    leaveBodyUnread(request, response);
    request.url = originForm(request.url ?? '');
    begin(request, response);
  });
  server.timeout = IDLE_MS;
  // Node drops headers beyond 2,000, a credential among them perhaps; their total size is bounded anyway.
  server.maxHeadersCount = 0;
  server.on('clientError', reparseUtf8Url(server, refuseUnparsed(onRefusal)));
  // Without a listener Node closes the connection unanswered.
  server.on('connect', (_request, socket) => sendRefusal(socket, noProxy(), onRefusal));
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); no operation needs a body for which a
  // client asks leave.
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
