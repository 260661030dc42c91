import { createServer, request as httpRequest } from 'node:http';
import { duplexPair } from 'node:stream';
import express, { type RequestHandler } from 'express';

/** A request as openid-client makes it. */
interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests a URL on behalf of a browser at this address. */
export type FetchFor = (address: string, url: string, asked: Asked) => Promise<Response>;

/**
 * HTTP requests to a handler of this process over a pair of streams: the service need not know its own address, and
 * opens no further port.
 * @param path below which the handler stands
 */
export function inProcessFetch(path: string, handler: RequestHandler): FetchFor {
  // These headers are set by this process alone.
  const app = express().set('trust proxy', true).use(path, handler);
  const server = createServer(app);
  return (address, url, { method, headers, body = '' }) =>
    new Promise((resolve, reject) => {
      const { pathname, search, host, protocol } = new URL(url);
      const [mine, its] = duplexPair();
      const asking = httpRequest({
        createConnection: () => mine,
        path: pathname + search,
        method,
        headers: {
          ...headers,
          host,
          connection: 'close',
          'x-forwarded-for': address,
          'x-forwarded-proto': protocol.slice(0, -1),
          'content-length': Buffer.byteLength(body),
        },
      });
      asking.on('error', reject).on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('error', reject);
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
          resolve(
            new Response(Buffer.concat(chunks), {
              status: answer.statusCode ?? 500,
              headers: Object.fromEntries(sent),
            }),
          );
        });
      });
      server.emit('connection', its);
      asking.end(body);
    });
}
