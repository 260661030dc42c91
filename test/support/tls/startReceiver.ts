import { once } from 'node:events';
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

/** A webhook receiver: a real TLS server on 127.0.0.1. */
export interface Receiver {
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** TLS connections that were opened to it. */
  connections(): number;
  /** How it answers from now on. */
  answer(reply: Reply): void;
  close(): Promise<void>;
}

export type Reply = (request: ReceivedRequest, response: ServerResponse) => void;

const acknowledge: Reply = (_request, response) => response.writeHead(204).end();

export async function startReceiver(certificate: Certificate, reply: Reply = acknowledge): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let connections = 0;
  let current = reply;
  const server = createServer({ ...certificate, keepAliveTimeout: 15_000 }, async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const whole = { method, path, headers, body, at: Date.now() };
    received.push(whole);
    current(whole, response);
  });
  server.on('secureConnection', () => {
    connections += 1;
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
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
