import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Loaders, Stores } from '../../../src/graph/reading/loaders.ts';
import { type DeliveryNode, deliveryLoader } from '../../../src/graph/webhook/deliveryRows.ts';
import { listDeliveries } from '../../../src/graph/webhook/listDeliveries.ts';
import { hasPending } from '../../../src/graph/webhook/pendingDeliveries.ts';
import { retryDelivery, retryFailedDeliveries } from '../../../src/graph/webhook/retryDeliveries.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { startHousekeeping } from '../../../src/webhooks/dispatcher/housekeeping.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

/** The long form measures: WEBHOOK_PENDING=1000000. */
const PENDING = Number(process.env.WEBHOOK_PENDING ?? 2_500);
const MEASURES = process.env.WEBHOOK_PENDING !== undefined;

describeWith(['postgres'], `a webhook with ${PENDING} deliveries that wait, and one beside it`, () => {
  let catalog: TestCatalog;
  let queue: DeliveryQueue;
  let id: string;
  let other: string;
  const ports = testWebhookPorts(['localhost:9000']);
  const closers: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    catalog = await openTestCatalog();
    queue = new DeliveryQueue(catalog.database);
    const url = 'https://localhost:9000/hook';
    [{ id } = { id: '' }, { id: other } = { id: '' }] = await subscribe(catalog, ports, [url, url]);
    await wait(id, PENDING);
    await wait(other, 3);
    await catalog.database.session((connection) => connection.query('VACUUM ANALYZE delivery'));
  }, 300_000);
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await catalog.close();
  });

  const wait = (webhook: string, count: number) =>
    catalog.database.session((connection) =>
      connection.query(
        `INSERT INTO delivery (id, subscription_id, event_id, payload, kind, next_attempt_at)
         SELECT delivery_id(), $1, gen_random_uuid(), '{}', 'anime.created', now() - n * interval '1 ms' FROM generate_series(1, $2::int) n`,
        [webhook, count],
      ),
    );
  const stored = async (status: string) => {
    const [{ count = 0 } = {}] = await catalog.database.client.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM delivery WHERE status::text = ${status} AND subscription_id = ${id}::uuid`;
    return count;
  };
  const newLoaders = () => new Loaders({ database: catalog.database, stores: new Stores(catalog.database) });
  const list = async (status: DeliveryNode['status'] | null, webhookId: string | null, pages = 100) => {
    const found: DeliveryNode[] = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page += 1) {
      const at: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(newLoaders(), {
        ...{ webhookId, status, first: 100, after },
      });
      found.push(...at.nodes);
      after = at.pageInfo.endCursor;
      if (!at.pageInfo.hasNextPage) break;
    }
    return found;
  };
  const keepHouse = () => {
    closers.push(
      startHousekeeping({
        ...{ queue, retentionDays: 30 },
        observeQueue: () => {},
        failed: (error) => {
          throw error;
        },
      }),
    );
  };

  test('is disabled in a moment, whatever waits, and its log tells at once what is written later', async () => {
    const began = performance.now();
    await disableWebhook(catalog.publications, id, null);
    const held = performance.now() - began;
    if (MEASURES) process.stderr.write(`disabled, publications waited ${Math.round(held)} ms\n`);
    expect(await stored('cancelled')).toBeLessThanOrEqual(1_000);
    expect(await list('pending', id)).toEqual([]);
    expect((await list('pending', null)).map(({ webhookId }) => webhookId)).toEqual(Array(3).fill(other));
    const pages = MEASURES ? 3 : 100;
    const before = await list('cancelled', id, pages);
    if (!MEASURES) expect(before).toHaveLength(PENDING);
    expect(await list('cancelled', null, pages)).toEqual(before);
    expect(await list(null, id, pages)).toEqual(before);
    expect(
      new Set(before.map(({ status, nextAttemptAt, completedAt }) => `${status} ${nextAttemptAt} ${completedAt}`)),
    ).toEqual(new Set([expect.stringMatching(/^cancelled null 2\d{3}-/)]));
    expect(
      await newLoaders()
        .of(deliveryLoader)
        .load(before[0]?.id ?? ''),
    ).toEqual(before[0]);
    expect(await queue.depth()).toMatchObject({ pending: 3 });
    expect((await queue.waiting()).map(({ webhookId }) => webhookId)).toEqual([other]);
    const claim = { webhooks: [id], wanted: 9, perWebhook: 9, worker: 1, ended: [] };
    expect(await queue.claim(claim)).toEqual({ claimed: [], full: [] });
    await expect(retryDelivery(catalog.database, ports, before[0]?.id ?? '')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(retryFailedDeliveries(catalog.database, ports, id, new Date(0))).rejects.toMatchObject({
      code: 'conflict',
    });
    const ending = performance.now();
    keepHouse();
    await until(async () => !(await hasPending(catalog.database.client, id)), 300_000);
    if (MEASURES) process.stderr.write(`written after ${Math.round(performance.now() - ending)} ms\n`);
    expect(await stored('cancelled')).toBe(PENDING);
    expect(await list('cancelled', id, pages)).toEqual(before);
  }, 600_000);

  test('revives nothing when it is enabled before all is written, and is sent what is published from then on', async () => {
    await disableWebhook(catalog.publications, id, null);
    await expect(enableWebhook(catalog.database, catalog.publications, id, 0)).rejects.toMatchObject({
      code: 'conflict',
    });
    keepHouse();
    const began = performance.now();
    const patience = MEASURES ? 600_000 : 10_000;
    await Promise.all([1, 2].map(() => enableWebhook(catalog.database, catalog.publications, id, patience)));
    if (MEASURES) process.stderr.write(`enabled again after ${Math.round(performance.now() - began)} ms\n`);
    expect(await stored('pending')).toBe(0);
    await catalog.import(newAnime(0, 2));
    expect(await stored('pending')).toBe(2);
    expect(await stored('cancelled')).toBe(PENDING);
  }, 600_000);

  test('is deleted in a moment; another process ends what waits, and forgets it', async () => {
    const began = performance.now();
    await deleteWebhook(catalog.publications, id, null);
    if (MEASURES) process.stderr.write(`deleted, publications waited ${Math.round(performance.now() - began)} ms\n`);
    expect(await stored('cancelled')).toBeLessThanOrEqual(1_000);
    keepHouse();
    await until(async () => !(await hasPending(catalog.database.client, id)), 300_000);
    await queue.prune(-1, 10 * PENDING);
    await queue.forgetDeleted();
    expect(await catalog.database.client.webhook.count()).toBe(1);
  }, 600_000);

  test('is claimed nothing of while it is being disabled', async () => {
    const claim = { webhooks: [id], wanted: 4, perWebhook: 4, worker: 1, ended: [] };
    let disabling: Promise<unknown> | undefined;
    await catalog.database.session(async (connection) => {
      await connection.query('BEGIN');
      const { rows } = await connection.query(
        "SELECT pg_backend_pid() AS pid FROM delivery WHERE subscription_id = $1 AND status = 'pending' ORDER BY next_attempt_at LIMIT 1 FOR UPDATE",
        [id],
      );
      disabling = disableWebhook(catalog.publications, id, null);
      // It has marked what is in flight and waits for this delivery.
      await until(async () => {
        const waiting = await catalog.database.client.$queryRaw<unknown[]>`
          SELECT FROM pg_stat_activity WHERE ${rows[0].pid}::int = ANY (pg_blocking_pids(pid))`;
        return waiting.length > 0;
      });
      expect((await queue.claim(claim)).claimed).toEqual([]);
      await connection.query('COMMIT');
    });
    await disabling;
    expect((await queue.claim(claim)).claimed).toEqual([]);
    expect(await stored('delivering')).toBe(0);
  }, 60_000);

  test('has its end noted by whoever writes its state, a process of an earlier version too', async () => {
    const endOf = async (status: string) => {
      const { client } = catalog.database;
      await client.$executeRawUnsafe(`UPDATE subscription SET status = '${status}' WHERE id = '${id}'`);
      return (await client.webhook.findUniqueOrThrow({ where: { id } })).endedAt;
    };
    const disabled = await endOf('disabled');
    expect(disabled).toBeInstanceOf(Date);
    expect(await endOf('deleted')).toEqual(disabled);
    expect(await endOf('enabled')).toBeNull();
  });
});
