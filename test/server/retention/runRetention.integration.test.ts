import { beforeEach, describe, expect, test } from '@jest/globals';
import { RETENTION_BATCH, type RetentionDays, retentionRules } from '../../../src/server/retention/retentionRules.ts';
import { runRetention } from '../../../src/server/retention/runRetention.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const FOR_EVER: RetentionDays = { WEBHOOK_RETENTION_DAYS: 0, AUDIT_RETENTION_DAYS: 0, EVENT_RETENTION_DAYS: 0 };
const DAY_MS = 86_400_000;

describeWith(['postgres'], 'the retention', () => {
  const catalog = ofSuite(() => openTestCatalog({ now: () => now }));
  let now: Date;

  const sql = (text: string) => catalog.database.client.$executeRawUnsafe(text);

  /** Runs once. @returns the batches that each rule removed, and what is oldest then */
  async function keepFor(days: Partial<RetentionDays>, { signal = new AbortController().signal } = {}) {
    const batches: Record<string, number[]> = {};
    const oldest: Record<string, number | null> = {};
    const ran = await runRetention(
      catalog.database,
      retentionRules({ ...FOR_EVER, ...days }),
      {
        removed: ({ name }, count) => {
          batches[name] = [...(batches[name] ?? []), count];
        },
        succeeded: ({ name }, at) => {
          oldest[name] = at;
        },
        failed: (_rule, error) => {
          throw error;
        },
      },
      signal,
    );
    return { ran, batches, oldest };
  }

  describe('of deliveries', () => {
    const addEnded = (webhook: string, count: number, days: number) => catalog.database.client.$executeRaw`
      WITH made AS (
        INSERT INTO delivery (id, webhook_id, event_id, payload, kind, status, attempt, completed_at)
        SELECT delivery_id(), ${webhook}::uuid, gen_random_uuid(), '{}', 'ping', 'failed', 1, now() - ${days}::int * interval '1 day'
        FROM generate_series(1, ${count}::int) RETURNING id
      )
      INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms) SELECT id, 0, 1, now(), 1 FROM made`;

    test('removes in batches what ended longer ago than it is kept, with its attempts; 0 keeps all', async () => {
      const { client } = catalog.database;
      const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
      await addEnded(id, 2 * RETENTION_BATCH + 100, 31);
      await addEnded(id, 4, 29);
      const kept = await keepFor({});
      expect(kept.batches).toEqual({});
      expect(Date.now() / 1000 - (kept.oldest.deliveries ?? 0)).toBeCloseTo(31 * 86_400, -2);
      const { batches, oldest } = await keepFor({ WEBHOOK_RETENTION_DAYS: 30 });
      expect(batches).toEqual({ deliveries: [RETENTION_BATCH, RETENTION_BATCH, 100] });
      expect([await client.delivery.count(), await client.deliveryAttempt.count()]).toEqual([4, 4]);
      expect(Date.now() / 1000 - (oldest.deliveries ?? 0)).toBeCloseTo(29 * 86_400, -2);
    });

    test('ends after the batch under way when it is told to, and removes nothing where another process is at it', async () => {
      const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
      await addEnded(id, 3 * RETENTION_BATCH, 31);
      const stopping = new AbortController();
      const rules = retentionRules({ ...FOR_EVER, WEBHOOK_RETENTION_DAYS: 30 });
      const batches: number[] = [];
      let other: boolean | undefined;
      await runRetention(
        catalog.database,
        rules,
        {
          removed: (_rule, count) => {
            batches.push(count);
            void keepFor({ WEBHOOK_RETENTION_DAYS: 30 }).then(({ ran }) => {
              other = ran;
              stopping.abort();
            });
          },
          succeeded: () => {},
          failed: () => {},
        },
        stopping.signal,
      );
      expect(batches.length).toBeLessThan(3);
      expect(other).toBe(false);
      expect((await keepFor({ WEBHOOK_RETENTION_DAYS: 30 })).ran).toBe(true);
      expect(await catalog.database.client.delivery.count({ where: { webhookId: id } })).toBe(0);
    });
  });

  describe('of events', () => {
    beforeEach(async () => {
      await sql('DELETE FROM webhook');
      await sql('DELETE FROM dump');
    });

    /** One publication of so many events, published so many days ago. @returns the position of its last one */
    let imported = 0;
    async function publish(count: number, days: number): Promise<number> {
      now = new Date(Date.now() - days * DAY_MS);
      await catalog.import(newAnime(imported, count));
      imported += count;
      const { position } = await catalog.database.client.publicationHead.findUniqueOrThrow({ where: { id: 1 } });
      // What ids of events begin with is the clock of the process, and they rise with their positions.
      const from = Number(position) - count;
      await sql('ALTER TABLE event DISABLE TRIGGER event_is_frozen');
      await sql(`
        UPDATE event SET id = (lpad(to_hex(${now.getTime()}::bigint), 12, '0') || '7' || lpad(to_hex(position & 4095), 3, '0')
          || substr(replace(id::text, '-', ''), 17))::uuid
        WHERE position > ${from}`);
      await sql('ALTER TABLE event ENABLE TRIGGER event_is_frozen');
      return Number(position);
    }
    const positions = async () =>
      (await catalog.database.client.event.findMany({ orderBy: { position: 'asc' } })).map((it) => Number(it.position));
    const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

    test('removes a stretch from the beginning on, with its publications, and 0 keeps all', async () => {
      const { client } = catalog.database;
      const old = await publish(5, 40);
      const [older] = await positions();
      const younger = await publish(3, 10);
      await keepFor({});
      expect(await positions()).toEqual(span(older as number, younger));
      const { batches, oldest } = await keepFor({ EVENT_RETENTION_DAYS: 30 });
      expect(batches.events).toEqual([old - (older as number) + 1]);
      expect(await positions()).toEqual(span(old + 1, younger));
      expect(await client.publication.count()).toBe(1);
      expect(Date.now() / 1000 - (oldest.events ?? 0)).toBeCloseTo(10 * 86_400, -2);
    });

    test('keeps a publication of which an event is left', async () => {
      const end = await publish(4, 8);
      await client().dump.create({
        data: { date: now, madeAt: now, position: BigInt(end - 2), anime: 0, episodes: 0 },
      });
      await keepFor({ EVENT_RETENTION_DAYS: 5 });
      expect(await positions()).toEqual([end - 1, end]);
      expect(await client().publication.count()).toBe(1);
    });

    test('never removes the newest event, whose time bounds the ids of the next', async () => {
      const end = await publish(3, 7);
      await keepFor({ EVENT_RETENTION_DAYS: 5 });
      expect(await positions()).toEqual([end]);
    });

    test('keeps what a webhook has not read, and what a delivery is kept of', async () => {
      const before = await publish(2, 7);
      const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
      const end = await publish(3, 7);
      await keepFor({ EVENT_RETENTION_DAYS: 5 });
      expect(await positions()).toEqual(span(before + 1, end));
      await sql(`UPDATE webhook_queue SET position = ${end} WHERE webhook_id = '${id}'`);
      await sql(`
        INSERT INTO delivery (id, webhook_id, event_id, event_position, kind, status, attempt, completed_at)
        SELECT delivery_id_of('${id}', id, position), '${id}', id, position, 'anime.created', 'delivered', 1, now() FROM event
        WHERE position > ${before + 1}`);
      await keepFor({ EVENT_RETENTION_DAYS: 5 });
      expect(await positions()).toEqual(span(before + 2, end));
      await sql('DELETE FROM delivery');
      await keepFor({ EVENT_RETENTION_DAYS: 5 });
      expect(await positions()).toEqual([end]);
    });

    test('is not held up by a webhook whose place lies before events that it does not read', async () => {
      const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
      await sql(`UPDATE webhook SET events = '{episode.released}' WHERE id = '${id}'`);
      const end = await publish(3, 7);
      const place = await client().webhookQueue.findUniqueOrThrow({ where: { webhookId: id } });
      expect(Number(place.position)).toBeLessThan(end - 2);
      await keepFor({ EVENT_RETENTION_DAYS: 5 });
      expect(await positions()).toEqual([end]);
    });

    const client = () => catalog.database.client;
  });

  test('of tombstones removes what is old and every stored position of an index has passed', async () => {
    const { client } = catalog.database;
    now = new Date();
    await catalog.import(newAnime(9_000, 3));
    await sql(
      `DELETE FROM anime WHERE title LIKE 'Anime 90%' OR id IN (SELECT id FROM anime ORDER BY id DESC LIMIT 3)`,
    );
    const all = await client.animeTombstone.findMany({ orderBy: { changedIn: 'asc' } });
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect((await keepFor({})).batches).toEqual({});
    await sql(`UPDATE anime_tombstone SET version = microseconds(now() - interval '31 days')`);
    await client.serviceState.create({
      data: { name: 'search-cursor:anime-1', value: { snapshot: `${all[0]?.changedIn}:99999999999:` } },
    });
    expect((await keepFor({})).batches).toEqual({});
    await sql(
      `UPDATE service_state SET value = '{"snapshot": "99999999:99999999:"}' WHERE name LIKE 'search-cursor:%'`,
    );
    let removed = 0;
    // A transaction that is open in another database of the server, of another test, holds them back.
    await until(async () => {
      for (const count of (await keepFor({})).batches.tombstones ?? []) removed += count;
      return (await client.animeTombstone.count()) === 0;
    });
    expect(removed).toBe(all.length);
  });
});
