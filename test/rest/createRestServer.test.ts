import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { createRestServer, type RestServerOptions } from '../../src/rest/createRestServer.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(handler: RequestHandler, options?: RestServerOptions): Promise<void> {
  server = createRestServer(express().use(handler), options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function connect(options: Partial<net.TcpNetConnectOpts> = {}): Promise<net.Socket> {
  const socket = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', ...options });
  await once(socket, 'connect');
  return socket;
}

const get = (path: string, last = false) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${last ? 'Connection: close\r\n' : ''}\r\n`;

describe('requests that a client pipelines', () => {
  test('are begun one after the other and answered in order', async () => {
    let running = 0;
    let most = 0;
    await listen(async (request, response) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      response.end(`<${request.url}>`);
    });
    const socket = await connect();
    socket.write(Array.from({ length: 20 }, (_, n) => get(`/${n}`, n === 19)).join(''));
    const answers = await text(socket);
    expect(answers.match(/<\/\d+>/g)).toEqual(Array.from({ length: 20 }, (_, n) => `</${n}>`));
    expect(most).toBe(1);
  });

  test('are taken up to a number, whose last answer closes the connection', async () => {
    let begun = 0;
    await listen(async (_request, response) => {
      begun += 1;
      await sleep(1);
      response.end('answer');
    });
    const socket = await connect();
    socket.write(Array.from({ length: 100 }, (_, n) => get(`/${n}`)).join(''));
    const heads = (await text(socket)).split('answer').slice(0, -1);
    expect(heads).toHaveLength(33);
    expect(heads.map((head) => /connection: close/i.test(head))).toEqual([...Array(32).fill(false), true]);
    expect(begun).toBe(33);
  });

  test('have one turn at a time among all who pipeline, and others none to wait for', async () => {
    const running = new Map<string, number>([
      ['pipelined', 0],
      ['alone', 0],
    ]);
    const most = new Map(running);
    await listen(async (request, response) => {
      const kind = request.url.slice(1);
      running.set(kind, (running.get(kind) ?? 0) + 1);
      most.set(kind, Math.max(most.get(kind) ?? 0, running.get(kind) ?? 0));
      await sleep(10);
      running.set(kind, (running.get(kind) ?? 0) - 1);
      response.end('answer');
    });
    const ask = async (message: string) => {
      const socket = await connect();
      socket.write(message);
      return (await text(socket)).split('answer').length - 1;
    };
    const pipelined = Array.from({ length: 5 }, () => ask(get('/pipelined') + get('/pipelined', true)));
    const alone = Array.from({ length: 5 }, () => ask(get('/alone', true)));
    expect(await Promise.all([...pipelined, ...alone])).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
    expect([most.get('pipelined'), most.get('alone')]).toEqual([1, 5]);
  });

  test('are forgotten when the client leaves', async () => {
    const begun: string[] = [];
    let closed = 0;
    await listen(async (request, response) => {
      begun.push(request.url);
      if (request.url === '/0') await once(response, 'close');
      else response.end();
    });
    server.prependListener('request', (_request, response) => response.once('close', () => (closed += 1)));
    const socket = await connect();
    socket.write(get('/0') + get('/1') + get('/2'));
    await sleep(50);
    socket.destroy();
    await sleep(50);
    expect(begun).toEqual(['/0']);
    // Who counts requests under way hears the end of those too that were never begun.
    expect(closed).toBe(3);
  });
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

  test('is not asked for with 100 Continue', async () => {
    await listen(refuse);
    const socket = await connect();
    socket.write('POST /v1/anime HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 [\s\S]*connection: close/i);
  });

  test('that is small costs the client no connection', async () => {
    await listen(refuse);
    const socket = await connect();
    socket.write(`POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123456789${get('/b', true)}`);
    expect((await text(socket)).match(/HTTP\/1\.1 405/g)).toHaveLength(2);
  });
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

test('a refusal of the parser is told', async () => {
  const told: object[] = [];
  await listen((_request, response) => void response.end(), { onRefusal: (refusal) => told.push(refusal) });
  const socket = await connect();
  socket.write('HELLO\r\n\r\n');
  const requestId = /"requestId":"([^"]+)"/.exec(await text(socket))?.[1];
  expect(told).toEqual([{ requestId, status: 400, detail: expect.stringContaining('HTTP'), address: '127.0.0.1' }]);
});
