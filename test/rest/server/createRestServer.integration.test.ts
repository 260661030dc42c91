import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { createRestServer, type RestServerOptions } from '../../../src/rest/server/createRestServer.ts';
import { until } from '../../support/until.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(
  handler: RequestHandler,
  { trustProxy = false, ...options }: RestServerOptions & { readonly trustProxy?: unknown } = {},
): Promise<void> {
  server = createRestServer(express().set('trust proxy', trustProxy).use(handler), options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function connect(options: Partial<net.TcpNetConnectOpts> = {}): Promise<net.Socket> {
  const socket = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', ...options });
  await once(socket, 'connect');
  return socket;
}

const get = (path: string, last = false) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${last ? 'Connection: close\r\n' : ''}\r\n`;

test('what is pipelined begins after the answers before it', async () => {
  const events: string[] = [];
  await listen(async (request, response) => {
    events.push(`begin ${request.method} ${request.url}`);
    await sleep(5);
    events.push(`end ${request.method} ${request.url}`);
    response.end();
  });
  const socket = await connect();
  socket.write(get('/0') + get('/1') + get('/2').replace('GET', 'DELETE') + get('/3', true));
  await text(socket);
  const order = ['GET /0', 'GET /1', 'DELETE /2', 'GET /3'];
  expect(events).toEqual(order.flatMap((request) => [`begin ${request}`, `end ${request}`]));
});

test('one request too many is answered 429 after those before it, and ends the connection', async () => {
  await listen((request, response) => void response.end(request.url));
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  const socket = await connect();
  socket.write(Array.from({ length: 100 }, (_, n) => get(`/${n}`)).join(''));
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual([...Array(33).fill('200'), '429']);
  const [, requestId] = /X-Request-Id: (.+)\r\n[\s\S]*"code":"quota_exceeded"/.exec(answers[33] ?? '') ?? [];
  expect(responses).toContainEqual(expect.objectContaining({ locals: { requestId } }));
});

test('a client that leaves behind a held request is answered no more', async () => {
  const [begun, closed]: [string[], string[]] = [[], []];
  await listen((request, response) => {
    begun.push(request.url);
    response.once('close', () => closed.push(request.url));
  });
  const socket = await connect();
  socket.write(get('/0') + get('/1'));
  await until(() => begun.includes('/0'));
  socket.destroy();
  await until(() => closed.includes('/0'));
  expect([begun, closed]).toEqual([['/0'], ['/0']]);
});

describe('a body that nobody reads', () => {
  const refuse: RequestHandler = (_request, response) => {
    response.status(405).end('refused');
  };

  test('of gigabytes is not read: the answer comes, then the end', async () => {
    await listen(refuse);
    const socket = await connect({ allowHalfOpen: true });
    socket.on('error', () => {});
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.write('POST /v1/anime HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000000\r\n\r\n');
    const chunk = Buffer.alloc(1_000_000);
    let taken = 0;
    const flood = setInterval(() => {
      if (socket.writableLength > 0 || !socket.writable) return;
      socket.write(chunk, (error) => {
        if (error == null) taken += chunk.length;
      });
    }, 1);
    // At its end the connection is reset, which `once` would take for a failure.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(flood);
    expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*connection: close[\s\S]*refused$/i);
    // What the kernel takes for a reader that does not read.
    expect(taken).toBeLessThan(20_000_000);
  }, 15_000);
});

describe('a connection', () => {
  test('whose client stops reading is ended', async () => {
    await listen((_request, response) => {
      response.end(Buffer.alloc(30_000_000));
    });
    expect(server.timeout).toBeGreaterThanOrEqual(30_000);
    expect(server.timeout).toBeLessThanOrEqual(60_000);
    server.timeout = 300;
    const socket = await connect();
    socket.on('error', () => {}).pause();
    const [connection] = (await Promise.all([
      new Promise<net.Socket>((resolve) => server.once('request', ({ socket: accepted }) => resolve(accepted))),
      socket.write(get('/')),
    ])) as [net.Socket, boolean];
    const ended =
      connection.closed ||
      (await Promise.race([once(connection, 'close').then(() => true), sleep(3_000, false, { ref: false })]));
    expect(ended).toBe(true);
    socket.destroy();
  });

  test('is kept longer than balancers keep theirs, and as long as the operator says', async () => {
    await listen((_request, response) => {
      response.end();
    });
    const socket = await connect();
    socket.write(get('/'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/keep-alive: timeout=75\r\n/i);
    socket.destroy();
    expect(createRestServer(express(), { keepAliveMs: 2_000 }).keepAliveTimeout).toBe(2_000);
  });
});

describe('a request that comes slowly', () => {
  /** Sends a byte every 50 ms for as long as the connection stands. */
  async function drip(begin: string): Promise<string> {
    const socket = await connect();
    socket.on('error', () => {});
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(begin);
    const dripping = setInterval(() => socket.write('x'), 50);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(dripping);
    return answer;
  }

  test('is ended and told so, whether its headers are slow or its body', async () => {
    const failures: unknown[] = [];
    const read: RequestHandler = async (request, response) => {
      try {
        await text(request);
      } catch (error) {
        failures.push(error);
      }
      // As every handler that fails: into a connection that is gone.
      response.status(400).end('broken off');
    };
    await listen((request, response, next) => {
      if (request.method === 'POST') return read(request, response, next);
      response.end('read nothing');
    });
    expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 30_000]);
    // Node looks every five seconds.
    server.headersTimeout = 300;
    server.requestTimeout = 300;
    const length = 'Host: a\r\nContent-Length: 16000\r\n\r\n';
    const [headers, body, chunked, unread] = await Promise.all([
      drip('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '),
      drip(`POST / HTTP/1.1\r\n${length}`),
      drip('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e80\r\n'),
      drip(`GET / HTTP/1.1\r\n${length}`),
    ]);
    for (const answer of [headers, body, chunked]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"invalid_request"/);
    }
    expect(unread).toMatch(/^HTTP\/1\.1 200 [\s\S]*read nothing/);
    await until(() => failures.length === 2);
  }, 30_000);
});

describe('the connections of one address', () => {
  const answer: RequestHandler = (_request, response) => void response.end('answer');
  /** Asks on a new connection, which stays open when it was taken. */
  async function ask(options: Partial<net.TcpNetConnectOpts> = {}): Promise<{ socket: net.Socket; status: string }> {
    const socket = await connect(options);
    socket.on('error', () => {});
    const [status] = await Promise.all([
      new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''));
        socket.once('close', () => resolve('closed'));
      }),
      socket.write(get('/')),
    ]);
    return { socket, status };
  }

  test('are taken up to a number, beyond it refused, and once more beyond twice that not answered', async () => {
    await listen(answer, { connectionsPerAddress: 5 });
    const held = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(held.map(({ status }) => status)).toEqual(Array(5).fill('HTTP/1.1 200 OK'));
    const refused = await connect();
    expect(await text(refused)).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 5[\s\S]*has 5 connections open/);
    // Whoever was refused and does not read the answer holds a connection, though not for long.
    const unread = await Promise.all(Array.from({ length: 5 }, () => connect({ allowHalfOpen: true })));
    await until(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count === 10))));
    const unanswered = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    expect(await text(unanswered).catch(() => '')).toBe('');
    // Another address is another client.
    const other = await ask({ localAddress: '127.0.0.9' });
    expect(other.status).toBe('HTTP/1.1 200 OK');
    for (const { socket } of [...held, other]) socket.destroy();
    for (const socket of unread) socket.destroy();
    await until(async () => (await ask()).status === 'HTTP/1.1 200 OK', 5_000);
  });

  test.each([
    ['every proxy is trusted', true],
    ['one proxy is trusted', 1],
    ['this proxy is trusted', ['loopback']],
  ])('are not counted where %s', async (_name, trustProxy) => {
    await listen(answer, { connectionsPerAddress: 3, trustProxy });
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(asked.filter(({ status }) => status === 'HTTP/1.1 200 OK')).toHaveLength(20);
    for (const { socket } of asked) socket.destroy();
  });

  test('are counted where another proxy is trusted', async () => {
    await listen(answer, { connectionsPerAddress: 3, trustProxy: ['10.0.0.1'] });
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(asked.filter(({ status }) => status === 'HTTP/1.1 200 OK')).toHaveLength(3);
    for (const { socket } of asked) socket.destroy();
  });

  test('that end make room, and a request that is read a second time takes none', async () => {
    await listen(answer, { connectionsPerAddress: 1 });
    for (let round = 0; round < 10; round += 1) {
      const { socket, status } = await ask();
      expect(status).toBe('HTTP/1.1 200 OK');
      socket.destroy();
      await until(
        () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count === 0))),
        2_000,
      );
    }
    const socket = await connect();
    socket.write(Buffer.from('GET /?q=鬼滅の刃 HTTP/1.1\r\nHost: a\r\n\r\n'));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
  });
});

test('a refusal of the parser is told', async () => {
  const told: object[] = [];
  await listen((_request, response) => void response.end(), { onRefusal: (refusal) => told.push(refusal) });
  const socket = await connect();
  socket.write('HELLO\r\n\r\n');
  const requestId = /"requestId":"([^"]+)"/.exec(await text(socket))?.[1];
  expect(told).toEqual([{ requestId, status: 400, detail: expect.stringContaining('HTTP'), address: '127.0.0.1' }]);
});

test('garbage behind requests is answered once, behind their answers, begun or not', async () => {
  const responses: ServerResponse[] = [];
  await listen((_request, response) => void responses.push(response));
  const socket = await connect();
  socket.write(get('/'));
  let waiting = 0;
  for (let chunk = 0; chunk < 20; chunk += 1) {
    const refused = new Promise<void>((resolve) => void server.once('clientError', () => resolve()));
    socket.write('GARBAGE\r\n\r\n');
    await refused;
    const listeners = responses[0]?.listenerCount('close') ?? 0;
    if (chunk === 0) waiting = listeners;
    expect(listeners).toBe(waiting);
  }
  const answers = text(socket);
  responses[0]?.writeHead(200, { 'content-length': 9 }).write('half');
  responses[0]?.end(' done');
  expect(await answers).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*half done\r?\n?HTTP\/1\.1 400 Bad Request/);
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
});

describe('UTF-8 in a URL as people type it', () => {
  const echo: RequestHandler = ({ url, method, ip }, response) => {
    response.end(`<${method} ${decodeURIComponent(url)} of ${ip}>`);
  };

  test('never takes the place of an answer that is under way', async () => {
    await listen(async (request, response) => {
      await sleep(50);
      echo(request, response, () => {});
    });
    const socket = await connect();
    socket.on('error', () => {});
    socket.write(get('/first') + get('/é'));
    expect(await text(socket)).not.toContain('<GET /é');
  });

  test('is one request to who observes the server, and ends with it', async () => {
    await listen((_request, response) => void response.write('half'));
    let closed = 0;
    server.on('request', (_request, response) => response.once('close', () => (closed += 1)));
    const socket = await connect();
    socket.on('error', () => {});
    socket.write(get('/é'));
    await once(socket, 'data');
    socket.destroy();
    await until(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count === 0))));
    expect(closed).toBe(1);
  });
});
