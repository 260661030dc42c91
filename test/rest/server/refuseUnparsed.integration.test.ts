import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { problemSchema } from '../../../src/rest/problem/problemDocument.ts';
import { refuseUnparsed } from '../../../src/rest/server/refuseUnparsed.ts';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function connect(options: ServerOptions, listener: RequestListener): Promise<net.Socket> {
  server = createServer(options, listener).on(
    'clientError',
    refuseUnparsed(() => {}),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('a request that does not arrive in time is 408', async () => {
  const socket = await connect({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 }, () => {});
  socket.write('GET /v1 HTTP/1.1\r\nHost: a\r\n');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  expect(problemSchema.strict().parse(JSON.parse(body))).toMatchObject({ status: 408, code: 'invalid_request' });
});

test('garbage after a request never lands in the middle of its answer', async () => {
  const socket = await connect({}, (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half');
  });
  socket.on('error', () => {});
  socket.write('GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
  socket.write('GARBAGE\r\n\r\n');
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk;
  });
  await once(socket, 'close');
  expect(first.toString() + rest).not.toContain('400');
});
