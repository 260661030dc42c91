import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type RedisServer, startRedis } from '../support/startRedis.ts';
import { type Certificate, createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { until } from '../support/until.ts';

describeWith(['postgres', 'redis', 'openssl'], 'Redis behind TLS', () => {
  let authority: TestAuthority;
  let certificate: Certificate;
  let database: TestDatabase;
  let redis: RedisServer;

  beforeAll(async () => {
    authority = await createAuthority();
    certificate = await authority.issue(['localhost']);
    [database, redis] = await Promise.all([createTestDatabase(), startRedis({ certificate })]);
  }, 60_000);
  afterAll(async () => {
    await redis?.stop();
    await database?.drop();
    await authority?.remove();
  }, 30_000);

  const start = (variables: Readonly<Record<string, string>>): Promise<CatalogService> =>
    startCatalog({ DATABASE_URL: database.url, SEARCH: 'off', REDIS_URL: redis.secureUrl ?? '', ...variables });
  const isShared = async ({ internalUrl }: CatalogService) =>
    /^anime_catalog_quota_redis_up 1$/m.test(await (await fetch(`${internalUrl}/metrics`)).text());

  test('counts are shared with the authority of NODE_EXTRA_CA_CERTS; without it the log names the certificate', async () => {
    const [trusting, other] = [await start({ NODE_EXTRA_CA_CERTS: authority.file }), await start({})];
    try {
      for (const { publicUrl } of [trusting, other]) expect((await fetch(`${publicUrl}/v1/genres`)).status).toBe(200);
      await until(() => isShared(trusting), 5_000);
      expect(await isShared(other)).toBe(false);
      await until(
        () =>
          /Redis is away.*UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_VERIFY_LEAF_SIGNATURE.*Redis is away/.test(
            other.output(),
          ),
        5_000,
      );
    } finally {
      await Promise.all([trusting.stop(), other.stop()]);
    }
  }, 60_000);

  test('it is restarted under load without a failed request, and counts are shared again', async () => {
    const plain = await startRedis();
    const service = await start({ REDIS_URL: plain.url });
    let revived: RedisServer | undefined;
    try {
      let isDone = false;
      const statuses: number[] = [];
      const load = Array.from({ length: 4 }, async () => {
        while (!isDone) statuses.push((await fetch(`${service.publicUrl}/v1/genres`)).status);
      });
      await until(() => statuses.length > 100, 10_000);
      await plain.kill();
      await until(async () => !(await isShared(service)), 10_000);
      revived = await startRedis({ port: plain.port });
      await until(() => isShared(service), 10_000);
      isDone = true;
      await Promise.all(load);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    } finally {
      await service.stop();
      await revived?.stop();
    }
  }, 60_000);
});
