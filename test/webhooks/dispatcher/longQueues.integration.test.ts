import { beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { CANCEL_ENDED } from '../../../src/webhooks/dispatcher/endedWebhooks.ts';
import { readFigures } from '../../../src/webhooks/dispatcher/queueFigures.ts';
import { LEASE, NEXT } from '../../../src/webhooks/dispatcher/queueStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'long queues, where little waited when the tables were last analysed', () => {
  const WEBHOOKS = 20;
  const DELIVERED = 20_000;
  /** Waiting for each when the tables are analysed. */
  const FEW = 3;
  const QUEUED = 500;

  const catalog = ofSuite(openTestCatalog);
  let ids: string[];

  beforeAll(async () => {
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://localhost:9000/${index}`);
    ids = (await subscribe(catalog, testWebhookPorts(['localhost:9000']), urls)).map(({ id }) => id);
    await catalog.import(newAnime(0, FEW));
    await insert('delivered', DELIVERED / WEBHOOKS);
    await insert('pending', FEW);
    // Receivers that are down, and asked again in hours.
    await catalog.database.client.$executeRaw`
      INSERT INTO webhook (id, application_id, name, url, events, secret, start_position)
      SELECT gen_random_uuid(), s.application_id, 'down', 'https://localhost:9000/', '{anime.updated}', '', 0
      FROM (SELECT application_id FROM webhook LIMIT 1) s, generate_series(1, 2000)`;
    await catalog.database.client.$executeRaw`UPDATE webhook_queue SET due_at = now() + interval '6 hours'`;
    await catalog.database.session((connection) => connection.query('VACUUM ANALYZE delivery, event, webhook_queue'));
    await catalog.import(newAnime(FEW, QUEUED));
    await insert('pending', QUEUED);
    await catalog.database.client
      .$executeRaw`UPDATE webhook_queue SET due_at = now() WHERE webhook_id = ANY (${ids}::uuid[])`;
  }, 60_000);

  const insert = (status: 'delivered' | 'pending', each: number) => catalog.database.client.$executeRaw`
    INSERT INTO delivery (id, webhook_id, event_id, payload, kind, status, next_attempt_at, completed_at)
    SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'anime.created', ${status}::delivery_status,
      CASE WHEN ${status} = 'pending' THEN now() END, CASE WHEN ${status} = 'delivered' THEN now() END
    FROM unnest(${ids}::uuid[]) s (id), generate_series(1, ${each}::int)`;

  /** Rows of the tables that the statement read, prepared and run often enough to have a generic plan. */
  const readBy = (text: string, values: unknown[], expected: number) =>
    catalog.database.session(async (connection: pg.ClientBase) => {
      const read = async () => {
        const { rows } = await connection.query(
          `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS read FROM pg_stat_xact_user_tables
           WHERE relname IN ('delivery', 'event', 'webhook_queue', 'webhook_kind', 'webhook_anime', 'webhook')`,
        );
        return rows[0]?.read;
      };
      const counts = [];
      for (let time = 0; time < 8; time += 1) {
        await connection.query('BEGIN');
        const before = await read();
        expect((await connection.query({ name: `read ${text.length}`, text, values })).rows).toHaveLength(expected);
        counts.push((await read()) - before);
        await connection.query('ROLLBACK');
      }
      return Math.max(...counts);
    });

  test('a lease reads what it leases', async () => {
    expect(await readBy(LEASE, [7, 5, 5, 1, 1], 5)).toBeLessThan(8 * 5);
  });

  test('what is next is read, and no more', async () => {
    const asked = ids.map((webhookId) => ({ webhookId, epoch: 0, after: 0, take: 2, urgent: 1 }));
    // Two that are due again and two of the log, of each.
    expect(await readBy(NEXT, [JSON.stringify(asked), []], 4 * WEBHOOKS)).toBeLessThan(12 * WEBHOOKS);
  });

  test('of a list of anime those are read alone, however many other events follow', async () => {
    const { client } = catalog.database;
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts(['localhost:9000']), [
      'https://localhost:9000/',
    ]);
    const listed = await client.anime.findMany({ orderBy: { id: 'desc' }, take: 10, select: { id: true } });
    await client.webhook.update({ where: { id }, data: { animeIds: listed.map((anime) => anime.id) } });
    await client.$executeRaw`UPDATE webhook_anime SET after_position = 0 WHERE webhook_id = ${id}::uuid`;
    await client.$executeRaw`UPDATE webhook_kind SET after_position = 0 WHERE webhook_id = ${id}::uuid`;
    const asked = [{ webhookId: id, epoch: 0, after: 0, take: 20, urgent: 1 }];
    expect(await readBy(NEXT, [JSON.stringify(asked), []], listed.length)).toBeLessThan(5 * listed.length);
  });
});

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
    await client.$executeRaw`UPDATE webhook_queue SET dispatcher = 1, leased_at = now() WHERE webhook_id = ${id}::uuid`;
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
    await client.$executeRaw`UPDATE webhook_queue SET dispatcher = NULL, due_at = now() - interval '2 hours' WHERE webhook_id = ${id}::uuid`;
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
