import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Certificate } from './certificates.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A webhook receiver: a real TLS server. */
export interface Receiver {
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** TLS connections that were opened to it. */
  connections(): number;
  /**
   * Does something at the n-th connection (before its handshake) or answer from now on, once: within the event, so that nothing comes
   * between. @param signal withdraws it. @returns when it has been done
   */
  after(event: ReceiverEvent, nth: number, act: () => void, signal: AbortSignal): Promise<void>;
  /** How it answers from now on. */
  answer(reply: Reply): void;
  close(): Promise<void>;
}

type ReceiverEvent = 'connection' | 'answered';

export type Reply = (request: ReceivedRequest, response: ServerResponse) => void;

const acknowledge: Reply = (_request, response) => response.writeHead(204).end();

/** @param place where it listens; default: a free port of 127.0.0.1 */
export async function startReceiver(
  certificate: Certificate,
  reply: Reply = acknowledge,
  place = { host: '127.0.0.1', port: 0 },
): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let connections = 0;
  let current = reply;
  const events = new EventEmitter();
  const server = createServer({ ...certificate, keepAliveTimeout: 15_000 }, async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const whole = { method, path, headers, body, at: Date.now() };
    received.push(whole);
    response.on('finish', () => events.emit('answered'));
    current(whole, response);
  });
  server.on('connection', () => events.emit('connection'));
  server.on('secureConnection', () => {
    connections += 1;
  });
  server.on('tlsClientError', () => {});
  server.listen(place);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    after: (event, nth, act, signal) => {
      let left = nth;
      return new Promise((resolve) => {
        const hear = () => {
          left -= 1;
          if (left !== 0) return;
          act();
          resolve();
        };
        events.on(event, hear);
        signal.addEventListener('abort', () => events.off(event, hear));
      });
    },
    answer: (next) => {
      current = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
