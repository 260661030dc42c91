import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { createRestServer } from '../../../src/rest/server/createRestServer.ts';

let server: Server;
let refusals: { detail: string }[];
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const echo: RequestHandler = ({ url, method, ip }, response) => {
  response.end(`<${method} ${decodeURIComponent(url)} of ${ip}>`);
};

async function connect(handler: RequestHandler = echo): Promise<net.Socket> {
  refusals = [];
  server = createRestServer(express().use(handler), { onRefusal: (refusal) => refusals.push(refusal) });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe('UTF-8 in a URL as people type it', () => {
  test('is answered as if it were percent-encoded, and the connection closed', async () => {
    const socket = await connect();
    socket.write('GET /v1/search?q=鬼滅の刃 HTTP/1.1\r\nHost: a\r\nUser-Agent: curl\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n/);
    expect(answer).toMatch(/<GET \/v1\/search\?q=鬼滅の刃 of 127\.0\.0\.1>$/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(refusals).toEqual([]);
  });

  test('is answered behind the answers to earlier requests of the connection', async () => {
    const socket = await connect();
    socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toContain('<GET /first of');
    socket.write('GET /é HTTP/1.1\r\nHost: a\r\n\r\nGET /third HTTP/1.1\r\nHost: a\r\n\r\n');
    const rest = await text(socket);
    expect(rest.match(/<[^>]+>/g)).toEqual(['<GET /é of 127.0.0.1>']);
  });

  test('never takes the place of an answer that is under way', async () => {
    const socket = await connect(async (request, response) => {
      await sleep(50);
      echo(request, response, () => {});
    });
    socket.on('error', () => {});
    socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /é HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await text(socket)).not.toContain('<GET /é');
  });

  test('is refused where it came in pieces, with what would be right', async () => {
    const socket = await connect();
    socket.setNoDelay(true).write('GET /v1/sear');
    await sleep(30);
    socket.write('ch?year=1&q=進撃 HTTP/1.1\r\nHost: a\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(refusals).toEqual([
      expect.objectContaining({ detail: 'The URL holds "進" as it is; percent-encoded, in UTF-8, it is %E9%80%B2.' }),
    ]);
  });

  test('is one request to who observes the server, and ends with it', async () => {
    const socket = await connect(async (_request, response) => {
      response.write('half');
    });
    let closed = 0;
    server.on('request', (_request, response) => response.once('close', () => (closed += 1)));
    socket.on('error', () => {});
    socket.write('GET /é HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await sleep(50);
    expect(closed).toBe(1);
    expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
  });
});
