import { beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { LEASE, NEXT } from '../../../src/webhooks/dispatcher/queueStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const WEBHOOKS = 20;
const DELIVERED = 20_000;
/** Waiting for each when the tables are analysed. */
const FEW = 3;
const QUEUED = 500;

describeWith(['postgres'], 'long queues, where little waited when the tables were last analysed', () => {
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
