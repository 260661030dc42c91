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
    names: new Set(['0.0.0.0', 'metrics.catalog.example.org']),
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

const PATHS = ['/livez', '/readyz', '/metrics', '/METRICS', '/metrics/'];

describe('metrics and probes', () => {
  test.each([
    'evil.example',
    'evil.example:4000',
    'catalog.evil.example.',
    '127.0.0.1.nip.io',
    '4000.127.0.0.1.evil.example',
    'localhost.evil.example',
    'svc.evil.example',
    'metrics.catalog.example.org.evil.example',
    'xmetrics.catalog.example.org',
    '[::1].evil.example',
    '[evil.example]',
    'a@127.0.0.1',
    '256.0.0.1',
    '',
  ])('refuse the Host %j', async (host) => {
    for (const path of PATHS) expect([path, await statusOf(path, host)]).toEqual([path, 421]);
  });

  test.each([
    null,
    'localhost',
    'LOCALHOST:4000',
    'localhost.',
    '127.0.0.1:4000',
    '10.42.0.7:4000',
    '[::1]:4000',
    '[fe80::1]',
    'catalog',
    'catalog_internal:4000',
    'catalog.shop.svc:4000',
    'catalog.shop.svc.cluster.local:4000',
    'nas.local',
    'catalog.internal:4000',
    'Metrics.Catalog.Example.org:4000',
  ])('answer the Host %j', async (host) => {
    for (const path of PATHS) expect([path, await statusOf(path, host)]).toEqual([path, 200]);
  });
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
