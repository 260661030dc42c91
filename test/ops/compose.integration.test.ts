import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

const file = readFileSync(fileURLToPath(new URL('../../ops/compose.yaml', import.meta.url)), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}
const { services } = parse(file, { merge: true }) as { services: Readonly<Record<string, Service>> };

it.each(['api', 'worker'])('the health check of %s says what /readyz says', async (name) => {
  const { environment, healthcheck } = services[name] as Service;
  const [kind, program, ...flags] = healthcheck?.test ?? [];
  expect([kind, program]).toEqual(['CMD', '/usr/bin/node']);
  const here = `127.0.0.1:${environment?.METRICS_PORT}`;
  expect(flags.join(' ')).toContain(here);

  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = () =>
    promisify(execFile)(
      process.execPath,
      flags.map((flag) => flag.replace(here, at)),
    ).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  expect(asked).toEqual(['/readyz', '/readyz']);
  server.close();
  await once(server, 'close');
  expect(await check()).toBe(1);
});

it('publishes ports on this machine alone, since every private peer is believed', () => {
  const ports = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(ports).toEqual(['127.0.0.1:3000:3000']);
});
