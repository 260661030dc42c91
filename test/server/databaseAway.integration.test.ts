import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

describeWith(['postgres'], 'while the database is away', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    service = await openTestService({ DATABASE_URL: url.href });
  }, 60_000);
  afterAll(async () => {
    await service?.end();
    await proxy?.cut();
    await database?.drop();
  }, 60_000);

  const statusOf = async (url: string) => (await fetch(url)).status;
  const eventually = (url: string, status: number) => until(async () => (await statusOf(url)) === status);

  it('is alive and not ready, answers 503, and recovers by itself', async () => {
    expect(await statusOf(`${service.internalUrl}/readyz`)).toBe(200);

    await proxy.cut();
    await eventually(`${service.internalUrl}/readyz`, 503);
    const ready = (await (await fetch(`${service.internalUrl}/readyz`)).json()) as object;
    expect(ready).toMatchObject({ status: 'unready', parts: { database: { status: 'failed' } } });
    expect(JSON.stringify(ready)).not.toContain(new URL(database.url).password);
    expect(await statusOf(`${service.internalUrl}/livez`)).toBe(200);
    expect(await statusOf(`${service.internalUrl}/metrics`)).toBe(200);
    const list = await fetch(`${service.publicUrl}/v1/anime`);
    expect([list.status, ((await list.json()) as { code: string }).code]).toEqual([503, 'service_unavailable']);
    const answer = (await (await service.ask({ query: '{ diagnostics { name status remedy } }' })).json()) as {
      data: { diagnostics: { name: string; status: string; remedy: string | null }[] };
    };
    const check = answer.data.diagnostics.find(({ name }) => name === 'database');
    expect(check).toMatchObject({ status: 'FAILED', remedy: expect.stringContaining('DATABASE_URL') });

    await proxy.restore();
    await eventually(`${service.internalUrl}/readyz`, 200);
    await eventually(`${service.publicUrl}/v1/anime`, 200);
  }, 90_000);
});
