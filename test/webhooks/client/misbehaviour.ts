import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { Certificate } from '../../support/tls/certificates.ts';

/** What a server says instead of an answer. */
export type Misbehaviour = (socket: Duplex) => void;

const LINE = '\r\n';
const says =
  (...lines: readonly string[]): Misbehaviour =>
  (socket) =>
    void socket.write(lines.join(LINE), 'latin1');
const saysAndEnds =
  (...lines: readonly string[]): Misbehaviour =>
  (socket) =>
    void socket.end(lines.join(LINE), 'latin1');
const status = (line: string): Misbehaviour => says(line, 'Content-Length: 0', '', '');
const ok = 'HTTP/1.1 200 OK';
const repeats =
  (first: string, again: string | Buffer, everyMs: number): Misbehaviour =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(again), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
/** As fast as the other side reads. */
const pours =
  (first: string, again: Buffer): Misbehaviour =>
  (socket) => {
    socket.write(first);
    const pour = () => {
      while (!socket.destroyed && socket.write(again));
    };
    socket.on('drain', pour);
    pour();
  };

/** Made when it is sent: it takes a second. */
let bomb: Buffer | undefined;

/** By the path at which a server does so. */
export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  ...Object.fromEntries(
    ['000', '001', '099', '99', '0', '-1', '600', '999', '1000', '65735', 'abc', ''].map((code) => [
      `status-${code || 'none'}`,
      status(`HTTP/1.1 ${code} X`),
    ]),
  ),
  'status-099-body': says('HTTP/1.1 099 X', 'Content-Length: 5', '', 'abcde'),
  'status-099-chunked': says('HTTP/1.1 099 X', 'Transfer-Encoding: chunked', '', '5', 'abcde', '0', '', ''),
  'status-099-closes': saysAndEnds('HTTP/1.1 099 X', '', ''),
  'status-099-twice': says('HTTP/1.1 099 X', '', 'HTTP/1.1 099 X', '', ''),
  'continue-alone': says('HTTP/1.1 100 Continue', '', ''),
  'continue-then-099': says('HTTP/1.1 100 Continue', '', 'HTTP/1.1 099 X', '', ''),
  'continue-with-length': says('HTTP/1.1 100 Continue', 'Content-Length: 5', '', 'abcde'),
  'switching-protocols': says('HTTP/1.1 101 X', 'Connection: upgrade', 'Upgrade: websocket', '', 'abc'),
  'switching-without-upgrade': says('HTTP/1.1 101 X', '', ''),
  'upgrade-with-200': says(ok, 'Connection: upgrade', 'Upgrade: h2c', '', 'abc'),
  'processing-many': says(...Array(5_000).fill('HTTP/1.1 102 Processing\r\n'), 'HTTP/1.1 204 X', '', ''),
  'hints-for-ever': repeats('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
  'http-1.0': saysAndEnds('HTTP/1.0 200 OK', '', 'abc'),
  'http-0.9': saysAndEnds('<html>hello</html>'),
  'http-2.0': says('HTTP/2.0 200 OK', '', ''),
  'http-9.9': says('HTTP/9.9 200 OK', '', ''),
  'h2-preface': says('PRI * HTTP/2.0', '', 'SM', '', ''),
  garbage: (socket) => void socket.write(Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 197) % 256))),
  zeros: (socket) => void socket.write(Buffer.alloc(1_000_000)),
  'line-feeds': saysAndEnds('HTTP/1.1 200 OK\nContent-Length: 3\n\nabc'),
  'two-answers': says(ok, 'Content-Length: 0', '', ok, 'Content-Length: 0', '', ''),
  'bytes-behind': says('HTTP/1.1 204 X', '', 'abcdefgh'),
  'both-lengths': says(ok, 'Content-Length: 3', 'Transfer-Encoding: chunked', '', '3', 'abc', '0', '', ''),
  'two-lengths': says(ok, 'Content-Length: 3', 'Content-Length: 4', '', 'abcd'),
  'length-negative': says(ok, 'Content-Length: -1', '', ''),
  'length-huge': says(ok, 'Content-Length: 99999999999999999999999', '', ''),
  'length-words': says(ok, 'Content-Length: five', '', 'abcde'),
  'chunk-bad': says(ok, 'Transfer-Encoding: chunked', '', 'zz', 'abc', ''),
  'chunk-huge': says(ok, 'Transfer-Encoding: chunked', '', 'ffffffffffffffffff', 'abc', ''),
  'chunk-extension': says(ok, 'Transfer-Encoding: chunked', '', `1;${'x'.repeat(500_000)}`, 'a', '0', '', ''),
  trailers: says(ok, 'Transfer-Encoding: chunked', '', '0', ...Array(2_000).fill('a: b'), '', ''),
  'encoding-unknown': says(ok, 'Transfer-Encoding: gzip', '', 'abc'),
  'headers-64k': says(ok, `X: ${'x'.repeat(70_000)}`, 'Content-Length: 0', '', ''),
  'headers-5m': says(ok, `X: ${'x'.repeat(5_000_000)}`, 'Content-Length: 0', '', ''),
  'headers-many': says(ok, ...Array.from({ length: 50_000 }, (_, at) => `a${at}: b`), '', ''),
  'header-no-colon': says(ok, 'nothing', '', ''),
  'header-nul': says(ok, 'a: b\0c', 'Content-Length: 0', '', ''),
  'header-folded': says(ok, 'a: b', ' c', 'Content-Length: 0', '', ''),
  'headers-drip': repeats(`${ok}\r\n`, 'a: b\r\n', 5),
  'reason-long': says(`${ok}${'k'.repeat(1_000_000)}`, 'Content-Length: 0', '', ''),
  'keep-alive-0': says(ok, 'Keep-Alive: timeout=0', 'Content-Length: 0', '', ''),
  'keep-alive-huge': says(ok, 'Keep-Alive: timeout=99999999999999999', 'Content-Length: 0', '', ''),
  'connection-close': says(ok, 'Connection: close', 'Content-Length: 0', '', ''),
  'body-short': saysAndEnds(ok, 'Content-Length: 100', '', 'abc'),
  'body-of-204': says('HTTP/1.1 204 X', 'Content-Length: 5', '', 'abcde'),
  'body-of-304': says('HTTP/1.1 304 X', 'Content-Length: 5', '', 'abcde'),
  'body-drip': repeats(`${ok}\r\nContent-Length: 1000000\r\n\r\n`, '.', 20),
  'body-endless': pours(`${ok}\r\n\r\n`, Buffer.alloc(65_536, 'x')),
  'body-endless-chunks': pours(`${ok}\r\nTransfer-Encoding: chunked\r\n\r\n`, Buffer.from('1\r\nx\r\n'.repeat(10_000))),
  'body-bomb': (socket) => {
    bomb ??= gzipSync(Buffer.alloc(300_000_000));
    socket.write(`${ok}\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  silent: () => {},
  'closes-at-once': (socket) => void socket.end(),
  'resets-at-once': (socket) => void socket.destroy(),
  'resets-in-head': (socket) => void socket.write('HTTP/1.1 200', () => socket.destroy()),
  'resets-in-body': (socket) => void socket.write(`${ok}\r\nContent-Length: 100\r\n\r\nabc`, () => socket.destroy()),
  'redirect-to-itself': says('HTTP/1.1 307 X', 'Location: /redirect-to-itself', 'Content-Length: 0', '', ''),
  'redirect-to-nowhere': says('HTTP/1.1 308 X', 'Location: http://[', 'Content-Length: 0', '', ''),
};

export interface MisbehavingServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A server that says whatever it is told to.
 *
 * @param certificate null: without TLS
 * @param behaviour by the path of a request; undefined: 204
 * @param connected called with each connection
 */
export async function startMisbehaving(
  certificate: Certificate | null,
  behaviour: (path: string) => Misbehaviour | undefined,
  connected: () => void = () => {},
): Promise<MisbehavingServer> {
  const open = new Set<Duplex>();
  const serve = (socket: Duplex): void => {
    open.add(socket);
    connected();
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const path = /^[A-Z]+ \/(\S*)/.exec(chunk.toString('latin1'))?.[1];
      if (path !== undefined) (behaviour(path) ?? status('HTTP/1.1 204 No Content'))(socket);
    });
  };
  const server: Server = certificate === null ? createTcpServer(serve) : createTlsServer(certificate, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
