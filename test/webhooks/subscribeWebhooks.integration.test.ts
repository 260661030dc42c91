import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LARGEST_FAN_OUT } from '../../src/graph/model/limits.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { newApplication } from '../support/webhooks.ts';

const WEBHOOKS = 1_000;

describeWith(['postgres'], 'the fan-out of one publication', () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await openTestCatalog();
    const applicationId = await newApplication(catalog.database);
    await catalog.database.client.$executeRaw`
      INSERT INTO subscription (id, application_id, name, url, events, secret, start_position)
      SELECT gen_random_uuid(), ${applicationId}::uuid, 'receiver', 'https://hooks.example.org/', '{anime.created}', '', 0
      FROM generate_series(1, ${WEBHOOKS}::int)`;
  });
  afterAll(() => catalog?.close());

  const deliveries = () => catalog.database.client.delivery.count();

  test('makes 100,000 deliveries at most: an import of more is refused, and told to come in parts', async () => {
    const most = LARGEST_FAN_OUT / WEBHOOKS;
    await expect(catalog.import(newAnime(1, most + 1))).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining('101000 webhook deliveries, at most 100000 are taken'),
    });
    expect([await deliveries(), await catalog.database.client.anime.count()]).toEqual([0, 0]);
    await catalog.import(newAnime(1, most));
    expect(await deliveries()).toBe(LARGEST_FAN_OUT);
  }, 120_000);
});
