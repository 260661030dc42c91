import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askGraph } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { type RedisServer, startRedis } from '../support/startRedis.ts';
import { until } from '../support/until.ts';

const ANONYMOUS = 10;

describeWith(['postgres', 'redis'], 'two services on one database and one Redis', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let services: TestService[];

  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    const environment = {
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url },
      ...{ QUOTA_ANONYMOUS: String(ANONYMOUS), QUOTA_CREDENTIALED: '20' },
      CURSOR_SECRET: 'the-cursor-secret-of-two-services',
    };
    services = [await openTestService(environment), await openTestService(environment)];
    // A service is ready before it has reached Redis.
    for (const service of services) await until(() => countsInRedis(service));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()));
    await redis.stop();
    await database.drop();
  });

  async function countsInRedis(service: TestService): Promise<boolean> {
    const { diagnostics } = await askGraph<{ diagnostics: { name: string; status: string }[] }>(
      service,
      '{ diagnostics { name status } }',
    );
    return diagnostics.some(({ name, status }) => name === 'redis' && status === 'OK');
  }

  test('name each other as not examined, and tell in /readyz where quotas are counted', async () => {
    const [{ environment, internalUrl }] = services as [TestService];
    const { stdout } = await runInProcess(['doctor'], { environment });
    expect(stdout).toMatch(/off +processes +This examines .*, and not: rest,graph,indexer,webhooks on /);
    expect(stdout).toContain('Run "catalog doctor" there');
    const { parts } = (await (await fetch(`${internalUrl}/readyz`)).json()) as { parts: object };
    expect(parts).toMatchObject({ redis: { status: 'ok' } });
  });

  test('give an address its quota once', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < ANONYMOUS + 4; call += 1) {
      const answer = await fetch(`${services[call % services.length]?.publicUrl}/v1/genres`);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(ANONYMOUS).fill(200), 429, 429, 429, 429]);
  });
});
