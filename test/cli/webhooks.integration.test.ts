import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { askGraph, importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

jest.setTimeout(60_000);

interface ListedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
  readonly cycle: number;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

describeWith(['postgres', 'openssl'], 'catalog webhooks', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let database: TestDatabase;
  let service: CatalogService;
  let webhook: string;

  beforeAll(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
      response.writeHead(404).end(),
    );
    database = await createTestDatabase();
    const target = targetOf('localhost', receiver.port);
    service = await startCatalog({
      ...{ DATABASE_URL: database.url, SEARCH: 'off', LOG_LEVEL: 'info' },
      ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: target },
    });
    const [made] = await subscribeAt(service, [`https://${target}/a-path-that-is-a-secret`]);
    webhook = made?.id ?? '';
    await importRecords(service, newAnime(1, 3));
    await until(async () => (await list('--status', 'failed')).length === 3, 40_000);
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
    await receiver?.close();
    await authority?.remove();
  });

  const run = (...command: string[]) => runInProcess(['webhooks', ...command], { environment: service.environment });
  const list = async (...options: string[]) => {
    const { stdout } = await run('deliveries', ...options, '--json');
    return (JSON.parse(stdout) as { items: ListedDelivery[] }).items;
  };
  const metric = async (pattern: RegExp) =>
    Number(pattern.exec(await (await fetch(`${service.internalUrl}/metrics`)).text())?.[1]);

  test('lists deliveries with how they ended', async () => {
    const [newest] = await list('--webhook', webhook, '--limit', '1');
    expect(newest).toMatchObject({ status: 'failed', cycle: 0, attempts: [{ status: 404, error: 'http_status' }] });
    const { status, stdout } = await run('deliveries', '--status', 'failed');
    expect(status).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^ID +KIND +STATUS +ATTEMPTS +LAST +CREATED +NEXT ATTEMPT$/);
    expect(stdout).toMatch(/anime\.created +failed +1 +http_status 404/);
    expect(await list('--status', 'pending')).toEqual([]);
    const { eventId = '' } = newest ?? {};
    expect(await list('--event', eventId, '--kind', 'anime.created', '--since', '2026-01-01T00:00:00Z')).toEqual([
      newest,
    ]);
    expect(await list('--kind', 'ping')).toEqual([]);
    expect(await list('--since', '2999-01-01T00:00:00Z')).toEqual([]);
  });

  test('lists the webhooks of an application with what became of their attempts', async () => {
    const { applications } = await askGraph<{ applications: { nodes: { id: string }[] } }>(
      service,
      '{ applications { nodes { id } } }',
    );
    const app = applications.nodes[0]?.id ?? '';
    const { stdout } = await run('list', '--app', app);
    expect(stdout.split('\n')[0]).toMatch(/^ID +STATE +WAITING +DELIVERED +RETRIED +FAILED +P95 +LAST SUCCESS +NAME$/);
    expect(stdout).toMatch(new RegExp(`^${webhook} +enabled +0 +0 +0 +3 +\\d+ ms +never +receiver 0$`, 'm'));
    expect(JSON.parse((await run('list', '--app', app, '--json')).stdout)).toMatchObject({
      items: [
        { id: webhook, hours: expect.arrayContaining([expect.objectContaining({ failed: expect.any(Number) })]) },
      ],
    });
    expect((await run('list', '--app', '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f')).status).toBe(1);
  });

  test('says what is not there', async () => {
    const unknown = uuidv7();
    expect(await run('deliveries', '--webhook', unknown)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(unknown),
    });
    expect(await run('retry', unknown)).toMatchObject({ status: 1, stderr: expect.stringContaining(unknown) });
  });

  test('retries one delivery, and all that failed since a time', async () => {
    receiver.answer((_request, response) => response.writeHead(204).end());
    const [{ id } = { id: '' }] = await list('--status', 'failed');
    const one = await run('retry', id, '--json');
    expect([one.status, JSON.parse(one.stdout)]).toEqual([0, { id, status: 'pending', cycle: 1 }]);
    await until(async () => (await list('--status', 'delivered')).length === 1, 20_000);
    expect(await run('retry', id)).toMatchObject({ status: 1, stderr: expect.stringContaining('delivered') });
    const since = ['--webhook', webhook, '--failed-since'];
    expect(JSON.parse((await run('retry', ...since, '2999-01-01T00:00:00Z', '--json')).stdout)).toEqual({
      ...{ retried: 0, exhausted: 0 },
    });
    expect((await run('retry', ...since, '2026-01-01T00:00:00Z')).stdout).toBe('2 deliveries are retried.\n');
    await until(async () => (await list('--status', 'delivered')).length === 3, 20_000);
  });

  test('the process counted its attempts, and named neither path nor answer in its log', async () => {
    expect(await metric(/^anime_catalog_webhook_attempts_total\{result="http_status"\} (\d+)$/m)).toBe(3);
    expect(await metric(/^anime_catalog_webhook_attempts_total\{result="delivered"\} (\d+)$/m)).toBe(3);
    expect(await metric(/^anime_catalog_webhook_attempt_duration_seconds_count (\d+)$/m)).toBe(6);
    expect(await metric(/^anime_catalog_webhook_claims_lost_total (\d+)$/m)).toBe(0);
    await until(
      async () => (await metric(/^anime_catalog_installation_webhook_lag_seconds ([\d.e-]+)$/m)) === 0,
      10_000,
    );
    const prunedAt = await metric(
      /^anime_catalog_housekeeping_success_timestamp_seconds\{work="deliveries"\} ([\d.e+]+)$/m,
    );
    expect(Math.abs(Date.now() / 1000 - prunedAt)).toBeLessThan(600);
    const lines = service
      .output()
      .split('\n')
      .flatMap((line) => (line.includes('webhook failed') ? [JSON.parse(line) as Record<string, unknown>] : []));
    expect(lines.at(-1)).toMatchObject({
      level: 'warn',
      webhook,
      host: `localhost:${receiver.port}`,
      status: 404,
    });
    expect(service.output()).not.toContain('a-path-that-is-a-secret');
  });
});
