import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type RedisServer, startRedis } from '../support/startRedis.ts';

const CALLS = 200;
const ANONYMOUS = 30;
const CREDENTIALED = 60;

describeWith(['postgres', 'redis'], 'two services on one database and one Redis', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let services: CatalogService[];

  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    const environment = {
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url, SEARCH: 'off' },
      ...{ QUOTA_ANONYMOUS: String(ANONYMOUS), QUOTA_CREDENTIALED: String(CREDENTIALED) },
    };
    services = [await startCatalog(environment), await startCatalog(environment)];
  }, 60_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
    await database.drop();
  });

  /** How many calls of those made at once, in turn to each service, had which status. */
  async function callAtOnce(headers: Readonly<Record<string, string>>): Promise<Record<number, number>> {
    const answers = await Promise.all(
      Array.from({ length: CALLS }, async (_, call) => {
        const answer = await fetch(`${services[call % services.length]?.publicUrl}/v1/genres`, { headers });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    return Object.fromEntries([...new Set(answers)].map((it) => [it, answers.filter((one) => one === it).length]));
  }

  test('give an address its quota once, however many call at once', async () => {
    expect(await callAtOnce({})).toEqual({ 200: ANONYMOUS, 429: CALLS - ANONYMOUS });
  });

  test('give a key its quota once, beside its address', async () => {
    const environment = services[0]?.environment ?? {};
    const made = async (...words: string[]) => {
      const { stdout } = await runCatalog([...words, '--json'], { environment });
      return JSON.parse(stdout) as { readonly id: string; readonly key: string };
    };
    const { id } = await made('apps', 'create', '--name', 'caller', '--owner', 'mia', '--external');
    const { key } = await made('keys', 'create', '--app', id, '--scope', 'anime.read');
    expect(await callAtOnce({ Authorization: `Bearer ${key}` })).toEqual({
      200: CREDENTIALED,
      429: CALLS - CREDENTIALED,
    });
  });
});
