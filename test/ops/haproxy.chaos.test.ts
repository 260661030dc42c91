import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { findHaproxy, type Haproxy, startHaproxy } from '../support/startHaproxy.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const shipped = fileURLToPath(new URL('../../ops/haproxy.cfg', import.meta.url));

describeWith(['postgres', 'haproxy'], 'two replicas behind HAProxy', () => {
  let database: TestDatabase;
  let network: TcpProxy;
  let replicas: CatalogService[] = [];
  let haproxy: Haproxy;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    network = await openTcpProxy({ host: hostname, port: Number(port) });
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String(network.port);
    replicas = await Promise.all([1, 2].map(() => startCatalog({ DATABASE_URL: url.href, SEARCH: 'off' })));
    haproxy = await startHaproxy(replicas);
  }, 90_000);
  afterAll(async () => {
    await haproxy?.stop();
    await Promise.all(replicas.map((replica) => replica.stop()));
    await network?.cut().catch(() => {});
    await database?.drop();
  }, 60_000);

  const ask = async () => {
    const response = await fetch(`${haproxy.url}/v1/anime?limit=1`);
    const { code } = (await response.json()) as { readonly code?: string };
    return { status: response.status, type: response.headers.get('content-type')?.split(';')[0], code };
  };

  it('are configured as HAProxy takes it', () => {
    const printed = execFileSync(findHaproxy(), ['-c', '-f', shipped], { encoding: 'utf8' });
    expect(printed).toContain('Configuration file is valid');
  });

  it('answer in their own terms while the database is away, though none of them is ready', async () => {
    expect(await ask()).toMatchObject({ status: 200 });
    await network.cut();
    const answers = [];
    const unready = async () => {
      answers.push(await ask());
      const states = await Promise.all(replicas.map(({ internalUrl }) => fetch(`${internalUrl}/readyz`)));
      return states.every(({ status }) => status === 503);
    };
    await until(unready, 60_000);
    // Longer than the balancer takes to notice.
    const noticed = Date.now() + 5_000;
    while (Date.now() < noticed) answers.push(await ask());
    const problem = { status: 503, type: 'application/problem+json', code: 'service_unavailable' };
    expect(answers.filter(({ status }) => status !== 200)).not.toEqual([]);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toEqual(problem);
    expect(answers.at(-1)).toEqual(problem);
    await network.restore();
    await until(async () => {
      const states = await Promise.all(replicas.map(({ internalUrl }) => fetch(`${internalUrl}/readyz`)));
      return states.every(({ ok }) => ok);
    }, 60_000);
    await until(async () => (await ask()).status === 200, 60_000);
    // Two of the balancer's checks, which are a second apart, and as much again.
    await sleep(4_000);
  }, 180_000);

  it('go on without one that hangs', async () => {
    const [hung] = replicas;
    process.kill(hung?.pid ?? 0, 'SIGSTOP');
    try {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask().catch(() => ({ status: 0 }))));
      // Those on the hung one were ended when it was marked down, long before the minute of `timeout server`.
      expect(statuses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
      for (let number = 0; number < 20; number += 1) expect(await ask()).toMatchObject({ status: 200 });
    } finally {
      process.kill(hung?.pid ?? 0, 'SIGCONT');
    }
  }, 150_000);
});
