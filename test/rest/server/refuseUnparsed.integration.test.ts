import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
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

test('garbage behind requests is answered behind their answers, begun or not', async () => {
  const responses: ServerResponse[] = [];
  const socket = await connect({}, (_request, response) => void responses.push(response));
  const refused = once(server, 'clientError');
  const request = 'GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(`${request}${request}GARBAGE\r\n\r\n`);
  const answers = text(socket);
  await refused.catch(() => {});
  responses[0]?.writeHead(200, { 'content-length': 9 }).write('half');
  responses[1]?.writeHead(201).end('second');
  responses[0]?.end(' done');
  expect(await answers).toMatch(
    /^HTTP\/1\.1 200 OK[\s\S]*half done\r?\n?HTTP\/1\.1 201 Created[\s\S]*second[\s\S]*HTTP\/1\.1 400 Bad Request/,
  );
});

test('garbage that goes on behind a held request is refused once', async () => {
  const held: ServerResponse[] = [];
  const socket = await connect({}, (_request, response) => void held.push(response));
  socket.write('GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n');
  let waiting = 0;
  for (let chunk = 0; chunk < 20; chunk += 1) {
    const refused = new Promise<void>((resolve) => void server.once('clientError', () => resolve()));
    socket.write('GARBAGE\r\n\r\n');
    await refused;
    const listeners = held[0]?.listenerCount('close') ?? 0;
    if (chunk === 0) waiting = listeners;
    expect(listeners).toBe(waiting);
  }
  const answers = text(socket);
  held[0]?.end('held');
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});
