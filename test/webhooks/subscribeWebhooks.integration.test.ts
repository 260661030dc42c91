import { beforeAll, expect, test } from '@jest/globals';
import { DELIVERY_CHANNEL } from '../../src/graph/webhook/deliverySignal.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openTestCatalog } from '../support/openTestCatalog.ts';
import { until } from '../support/until.ts';
import { newApplication } from '../support/webhooks.ts';

const WEBHOOKS = 10_000;

describeWith(['postgres'], 'a publication', () => {
  const catalog = ofSuite(openTestCatalog);

  beforeAll(async () => {
    const applicationId = await newApplication(catalog.database);
    await catalog.database.session((connection) =>
      connection.query(
        `INSERT INTO webhook (id, application_id, name, url, events, secret, start_position)
         SELECT gen_random_uuid(), $1::uuid, 'receiver', 'https://hooks.example.org/', '{anime.created}', '', 0
         FROM generate_series(1, $2::int)`,
        [applicationId, WEBHOOKS],
      ),
    );
  }, 60_000);

  test('writes nothing for webhooks, however many there are, and wakes the dispatchers of all processes', async () => {
    let wakes = 0;
    const stop = catalog.database.listen(DELIVERY_CHANNEL, () => {
      wakes += 1;
    });
    await until(async () => {
      await catalog.import(newAnime(wakes, 1));
      return wakes > 0;
    });
    await stop();
    const written = await catalog.database.transaction(async (client) => {
      const [{ rows = Number.NaN } = {}] = await client.$queryRaw<{ rows: number }[]>`
        SELECT sum(n_tup_ins + n_tup_upd)::int AS rows FROM pg_stat_user_tables WHERE relname IN ('delivery', 'webhook_kind')`;
      return rows - WEBHOOKS;
    });
    expect(written).toBeLessThanOrEqual(0);
    expect(await catalog.database.client.delivery.count()).toBe(0);
    expect(await catalog.database.client.webhookQueue.count({ where: { dueAt: { not: null } } })).toBe(0);
  }, 60_000);
});
