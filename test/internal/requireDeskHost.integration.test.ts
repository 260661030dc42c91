import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import { createInternalApp } from '../../src/internal/createInternalApp.ts';

let server: Server;

beforeAll(async () => {
  const app = createInternalApp({
    logger: pino({ level: 'silent' }),
    metrics: { contentType: 'text/plain', text: async () => 'up 1\n' },
    readiness: () => ({ status: 'ready', parts: {} }),
    desk: { url: 'https://desk.example.org', load: async () => (_request, response) => void response.end() },
    graphql: null,
  });
  server = createServer({ requireHostHeader: false }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const statusOf = (path: string, host: string | null) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = host === null ? {} : { host };
    request({ host: '127.0.0.1', port, path, headers, setHost: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test.each(['/livez', '/readyz', '/metrics'])('%s answers whatever the Host', async (path) => {
  for (const host of ['127.0.0.1:4000', 'catalog', 'metrics.example', null])
    expect([host, await statusOf(path, host)]).toEqual([host, 200]);
});

describe('the desk', () => {
  const known = [
    'desk.example.org',
    'Desk.example.org:443',
    'desk.example.org.',
    'localhost:4000',
    '127.0.0.1',
    '[::1]:9',
  ];
  test.each([null, ...known])('answers the Host %j', async (host) => {
    expect([await statusOf('/', host), await statusOf('/review/x', host)]).toEqual([200, 200]);
  });

  const other = [
    '10.42.0.7:4000',
    '[fe80::1]',
    'catalog',
    'catalog.internal',
    'metrics.catalog.example.org',
    'evil.example',
  ];
  test.each([...other, 'desk.example.org.evil.example', 'localhost.evil.example', '[::2]', '[::1]x', '', '[null]'])(
    'refuses the Host %j',
    async (host) => {
      expect([await statusOf('/', host), await statusOf('/review/x', host)]).toEqual([421, 421]);
    },
  );
});
