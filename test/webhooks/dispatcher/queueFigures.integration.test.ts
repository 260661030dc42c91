import { expect, test } from '@jest/globals';
import { CANCEL_ENDED } from '../../../src/webhooks/dispatcher/endedWebhooks.ts';
import { readFigures } from '../../../src/webhooks/dispatcher/queueFigures.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'the queue of deliveries', () => {
  const catalog = ofSuite(openTestCatalog);

  test('tells how long the oldest event waits that a webhook has not acknowledged, and how many receivers fail', async () => {
    const { client } = catalog.database;
    const urls = [0, 1, 2].map((index) => `https://hooks.example.org/${index}`);
    const [{ id = '' } = {}, { id: other = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), urls);
    await catalog.import(newAnime(1, 3));
    await client.$executeRaw`ALTER TABLE event DISABLE TRIGGER USER`;
    await client.$executeRaw`UPDATE event SET occurred_at = now() - interval '1 hour'`;
    await client.$executeRaw`ALTER TABLE event ENABLE TRIGGER USER`;
    const oldest = async () => Math.round((await readFigures(catalog.database)).oldestSeconds / 60);

    // It waits for a retry alone, as far as is known.
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() + interval '1 hour'`;
    expect(await oldest()).toBe(0);
    // However lately its turn ended, or its lease began.
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() WHERE webhook_id = ${id}::uuid`;
    expect(await oldest()).toBe(60);
    await client.$executeRaw`UPDATE webhook_queue SET worker = 1, leased_at = now() WHERE webhook_id = ${id}::uuid`;
    expect(await oldest()).toBe(60);
    // Slow and served: at its receiver's pace.
    await client.$executeRaw`UPDATE webhook_queue SET is_slow = true WHERE webhook_id = ${id}::uuid`;
    expect(await oldest()).toBe(0);
    // It holds a lease for retries alone, at the head or before events that it does not read.
    await client.$executeRaw`UPDATE webhook_queue SET is_slow = false, leased_at = now() - interval '1 hour', position = 3 WHERE webhook_id = ${id}::uuid`;
    expect(await oldest()).toBe(0);
    await client.$executeRaw`UPDATE webhook SET events = '{anime.updated}' WHERE id = ${id}::uuid`;
    await client.$executeRaw`UPDATE webhook_queue SET position = 0 WHERE webhook_id = ${id}::uuid`;
    expect(await oldest()).toBe(0);
    // Of the log it reads nothing, but nobody tries what is due again.
    await client.$executeRaw`UPDATE webhook_queue SET worker = NULL, due_at = now() - interval '2 hours' WHERE webhook_id = ${id}::uuid`;
    expect(await oldest()).toBe(120);
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() WHERE webhook_id = ${id}::uuid`;

    await client.$executeRaw`UPDATE webhook_queue SET last_success_at = now() - interval '11 minutes' WHERE webhook_id = ${id}::uuid`;
    await client.$executeRaw`UPDATE webhook_queue SET last_success_at = now() - interval '9 minutes' WHERE webhook_id = ${other}::uuid`;
    expect(await readFigures(catalog.database)).toMatchObject({ failing: 2, acknowledging: 1 });
    await client.$executeRaw`UPDATE webhook_queue SET due_at = NULL`;
    expect(await readFigures(catalog.database)).toEqual({ oldestSeconds: 0, failing: 0, acknowledging: 2 });
  });

  test('cancels by indexes, however many deliveries there are', async () => {
    const { client } = catalog.database;
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await client.$executeRaw`
      INSERT INTO delivery (id, webhook_id, event_id, payload, kind, status, attempt, completed_at)
      SELECT delivery_id(), ${id}::uuid, gen_random_uuid(), '{}', 'ping', 'delivered', 1, now() - random() * interval '60 days'
      FROM generate_series(1, 20000)`;
    const plan = await client.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe('ANALYZE delivery');
      await transaction.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan');
      await transaction.$executeRawUnsafe(`PREPARE kept AS ${CANCEL_ENDED}`);
      const lines = await transaction.$queryRawUnsafe<Record<string, string>[]>('EXPLAIN EXECUTE kept');
      await transaction.$executeRawUnsafe('DEALLOCATE kept');
      return lines.flatMap((line) => Object.values(line)).join('\n');
    });
    expect(plan).toMatch(/Index Scan using delivery_pending_due/);
    expect(plan).not.toMatch(/Seq Scan on delivery/);
  });
});
