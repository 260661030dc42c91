import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { ProblemError } from '../problem/problemError.ts';
import { boundConnections } from './boundConnections.ts';
import { leaveBodyUnread } from './closeConnection.ts';
import { closeWaiting } from './closeWaiting.ts';
import { originForm } from './originForm.ts';
import { refuseUnparsed } from './refuseUnparsed.ts';
import { reparseUtf8Url } from './reparseUtf8Url.ts';
import { type Refusal, sendRefusal } from './sendRefusal.ts';
import { unsafeInTurn } from './unsafeInTurn.ts';

/** URL and headers together, in bytes; more is answered 431. */
const maxHeaderSize = 16_384;

/** How long the URL and headers of a request may take, and all of it, in milliseconds: a body holds 16 kB. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 30_000;
/** How often Node looks for requests that take longer; they are answered 408. */
const CHECK_MS = 5_000;

/** A connection on which nothing moves while a request is under way: its client has stopped reading, or is gone. */
const IDLE_MS = 45_000;

export interface RestServerOptions {
  /** How long an idle connection is kept, in milliseconds; default 75,000, longer than balancers keep theirs. */
  readonly keepAliveMs?: number;
  /**
   * Connections of one address at once, those of the application's trusted proxies aside; as many as it likes when left
   * out.
   */
  readonly connectionsPerAddress?: number;
  /** Hears of what the parser refused before any handler saw it. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

/**
 * The public listener: what stands below Express, limits of time and size and what Node's parser refuses. The caller
 * listens and closes.
 */
export function createRestServer(
  app: Express,
  { keepAliveMs = 75_000, connectionsPerAddress, onRefusal = () => {} }: RestServerOptions = {},
): Server {
  const server = createServer({
    maxHeaderSize,
    // Without Host, Node would answer 400 with no body: the application does.
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
  const begin = unsafeInTurn(app);
  server.on('request', closeWaiting()).on('request', (request, response) => {
    leaveBodyUnread(request, response);
    request.url = originForm(request.url ?? '');
    begin(request, response);
  });
  server.timeout = IDLE_MS;
  // Node leaves out what is beyond 2,000, and a credential may stand there; the size of all is bounded.
  server.maxHeadersCount = 0;
  server.on('clientError', reparseUtf8Url(server, refuseUnparsed(onRefusal)));
  // Without a listener Node ends the connection and answers nothing.
  server.on('connect', (_request, socket) => sendRefusal(socket, noProxy(), onRefusal));
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); no operation wants the body that a client
  // asks leave for.
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
