import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../../src/database/database.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../../src/graph/model/vocabulary.ts';
import { encodeCursor } from '../../../src/graph/reading/cursor.ts';
import { Loaders } from '../../../src/graph/reading/loaders.ts';
import { type DeliveryNode, deliveryLoader } from '../../../src/graph/webhook/deliveryRows.ts';
import { listDeliveries } from '../../../src/graph/webhook/listDeliveries.ts';
import { retryDelivery, retryFailedDeliveries } from '../../../src/graph/webhook/retryDeliveries.ts';
import { pingWebhook } from '../../../src/graph/webhook/sendTest.ts';
import { updateWebhook } from '../../../src/graph/webhook/updateWebhook.ts';
import { backlogOfWebhook } from '../../../src/graph/webhook/webhookFigures.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { settleEndedWebhooks } from '../../../src/webhooks/dispatcher/endedWebhooks.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { EVERY_KIND, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'the filters of the list of deliveries', () => {
  type Filter = Omit<Parameters<typeof listDeliveries>[1], 'first' | 'after'>;
  type Listed = Awaited<ReturnType<typeof listDeliveries>>['nodes'][number];

  const KINDS = ['anime.created', 'anime.updated'] as const;

  const catalog = ofSuite(openTestCatalog);
  let webhooks: (string | null)[];
  let everything: readonly Listed[];

  beforeAll(async () => {
    const ports = testWebhookPorts(['localhost:9000']);
    const url = 'https://localhost:9000/hook';
    const made = await subscribe(catalog, ports, [url, url], KINDS);
    webhooks = [null, ...made.map(({ id }) => id)];
    const [one = '', two = ''] = made.map(({ id }) => id);
    const ping = () => pingWebhook(catalog.database, ports, one, new Date());
    await catalog.import(newAnime(1, 8));
    await ping();
    await attempt();
    // What waits of a generation that has ended is cancelled.
    await disableWebhook(catalog.publications, one, null);
    await catalog.import(newAnime(9, 3));
    await enableWebhook(catalog.publications, one);
    await ping();
    await catalog.import(newAnime(12, 5));
    await catalog.import(newAnime(1, 4).map((record) => ({ ...record, synopsis: 'Another' })));
    await attempt();
    // As the version before derived ids made them, on a machine whose clock is ten minutes behind.
    const behind = () => uuidv7({ msecs: Date.now() - 600_000 });
    const event = await catalog.database.client.event.findFirstOrThrow({ where: { position: 3n } });
    await catalog.database.client.delivery.createMany({
      data: ['failed', 'delivered'].map((status) => ({
        ...{ id: behind(), webhookId: two, eventId: event.id, eventPosition: event.position, kind: 'anime.created' },
        ...{ status: status as 'failed', attempt: 1, completedAt: new Date() },
      })),
    });
    await catalog.import(newAnime(17, 5));
    everything = await list({});
  }, 60_000);

  /** Ends every third delivery of the log that waits, in different states; the others stay in the log. */
  async function attempt() {
    await catalog.database.client.$executeRaw`
      INSERT INTO delivery (id, webhook_id, event_id, event_position, kind, attempt, created_at, generation, status, next_attempt_at, completed_at)
      SELECT delivery_id_of(s.id, e.id, e.position), s.id, e.id, e.position, e.kind::text, 1, e.occurred_at, s.generation, made.status::delivery_status,
        CASE WHEN made.status = 'pending' THEN now() END, CASE WHEN made.status <> 'pending' THEN now() END
      FROM event e, webhook_queue q JOIN webhook s ON s.id = q.webhook_id,
        LATERAL (SELECT (ARRAY['delivered', 'failed', 'pending'])[e.position % 3 + 1] AS status) made
      WHERE e.position > q.position AND e.position % 2 = 0 AND e.position > s.start_position ON CONFLICT DO NOTHING`;
  }

  async function list(filter: Filter, first = 100): Promise<Listed[]> {
    const found: Listed[] = [];
    let after: string | null = null;
    do {
      const loaders = new Loaders({ database: catalog.database });
      const page: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(loaders, {
        ...filter,
        first,
        after,
      });
      found.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    return found;
  }

  const isMeant = (delivery: Listed, { webhookId, status, kind, event, since }: Filter) =>
    (webhookId == null || delivery.webhookId === webhookId) &&
    (status == null || delivery.status === status) &&
    (kind == null || delivery.kind === kind) &&
    (event == null || delivery.eventId === event) &&
    (since == null || Date.parse(delivery.createdAt) >= Date.parse(since));

  test('the whole list has every state and kind', () => {
    expect(new Set(everything.map(({ status }) => status))).toEqual(
      new Set(['pending', 'delivered', 'failed', 'cancelled']),
    );
    expect(new Set(everything.map(({ kind }) => kind))).toEqual(new Set([...KINDS, 'ping']));
  });

  test('each combination shows what it would leave of the whole list, on pages of any size', async () => {
    const events = [null, uuidv7(), ...new Set(everything.map(({ eventId }) => eventId))];
    const instants = [...new Set(everything.map(({ createdAt }) => createdAt))];
    const sinces = [null, '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', ...instants];
    const random = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)] as Value;
    for (let run = 0; run < 100; run += 1) {
      const filter = {
        webhookId: random(webhooks),
        status: random([null, ...DELIVERY_STATUSES]),
        kind: random([null, ...DELIVERY_KINDS]),
        event: random([null, null, random(events)]),
        since: random([null, random(sinces)]),
      };
      const expected = everything.filter((delivery) => isMeant(delivery, filter));
      const found = await list(filter, random([1, 3, 100]));
      expect({ filter, ids: found.map(({ id }) => id) }).toEqual({ filter, ids: expected.map(({ id }) => id) });
    }
  }, 60_000);
});

describeWith(['postgres'], 'the list of deliveries', () => {
  const DELIVERED = 15_000;

  const catalog = ofSuite(openTestCatalog);
  const webhooks: { all: null; 'one webhook': string | null } = { all: null, 'one webhook': null };

  beforeAll(async () => {
    const url = 'https://localhost:9000/hook';
    const [one] = await subscribe(catalog, testWebhookPorts(['localhost:9000']), [url, url]);
    webhooks['one webhook'] = one?.id ?? '';
    // A session's statements have no deadline: those of the client end after five seconds, which a busy machine needs for so many rows.
    await catalog.database.session(async (connection) => {
      for (const [status, count] of [
        ['pending', 500],
        ['failed', 500],
        ['cancelled', 500],
        ['delivered', DELIVERED],
      ] as const) {
        await connection.query(
          `INSERT INTO delivery (id, webhook_id, event_id, payload, kind, status, attempt, next_attempt_at, completed_at)
          SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'ping', $1::delivery_status, 1,
            CASE WHEN $1 = 'pending' THEN now() END, CASE WHEN $1 <> 'pending' THEN now() END
          FROM webhook s, generate_series(1, $2::int)`,
          [status, count],
        );
      }
      await connection.query('VACUUM ANALYZE delivery');
    });
  }, 120_000);

  type Page = Parameters<typeof listDeliveries>[1];

  /** How many deliveries, and entries of their indexes, it takes to list so many. */
  const readToList = (count: number, page: Page) =>
    catalog.database.transaction(async (client) => {
      const loaders = new Loaders({ database: catalog.database });
      const before = await rowsRead(client);
      const { nodes, pageInfo } = await listDeliveries(loaders, page);
      expect(nodes).toHaveLength(count);
      if (pageInfo.endCursor !== null) await listDeliveries(loaders, { ...page, after: pageInfo.endCursor });
      return (await rowsRead(client)) - before;
    });
  const each = <Filter>(filters: readonly Filter[]) =>
    (['all', 'one webhook'] as const).flatMap((whose) => filters.map((filter) => [whose, filter] as const));

  test.each(each([null, ...DELIVERY_STATUSES]))(
    'of %s in state %s reads none of the others, on its first page and its second',
    async (whose, status) => {
      expect(await readToList(25, { webhookId: webhooks[whose], status, first: 25 })).toBeLessThan(300);
    },
  );

  test('of one webhook reads none of the pages before, far down', async () => {
    const webhookId = webhooks['one webhook'];
    const where = { webhookId: webhookId ?? '' };
    const order = { orderBy: { id: 'desc' }, skip: 12_000, take: 1 } as const;
    const [row] = await catalog.database.client.delivery.findMany({ where, ...order });
    const after = encodeCursor('delivery.id', [row?.id ?? '']);
    for (const status of [null, 'delivered'] as const)
      expect(await readToList(25, { webhookId, status, kind: 'ping', first: 25, after })).toBeLessThan(300);
  });

  test.each(
    each(
      [
        { kind: 'anime.created' as const },
        { event: '01963c2e-6f00-7000-8000-000000000001' },
        { since: '2999-01-01T00:00:00.000Z' },
      ].flatMap((filter) => [null, 'delivered' as const].map((status) => ({ status, ...filter }))),
    ),
  )('of %s with %j, of which there is none, reads none of the others', async (whose, filter) => {
    expect(await readToList(0, { webhookId: webhooks[whose], ...filter, first: 25 })).toBeLessThan(100);
  });

  async function rowsRead(client: TransactionClient): Promise<number> {
    const [{ rows = Number.NaN } = {}] = await client.$queryRaw<{ rows: number }[]>`
    SELECT (sum(found) + (SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'delivery'))::int AS rows
    FROM (SELECT pg_stat_get_xact_tuples_returned(indexrelid) AS found FROM pg_index WHERE indrelid = 'delivery'::regclass) i`;
    return rows;
  }
});

describeWith(['postgres'], 'retrying what failed since an instant', () => {
  const EXHAUSTED = 5_000;
  const EARLIER = 2_000;
  const FAILED = 3_000;

  const catalog = ofSuite(openTestCatalog);
  let id: string;
  const ports = testWebhookPorts(['localhost:9000']);

  beforeAll(async () => {
    [{ id } = { id: '' }] = await subscribe(catalog, ports, ['https://localhost:9000/hook']);
    await fail(EXHAUSTED, 3, '1 minute');
    await fail(EARLIER, 0, '3 days');
    await fail(FAILED, 2, '1 minute');
    await catalog.database.session((connection) => connection.query('VACUUM ANALYZE delivery'));
  });

  const fail = (count: number, cycle: number, ago: string) => catalog.database.client.$executeRaw`
    INSERT INTO delivery (id, webhook_id, event_id, event_position, kind, status, cycle, completed_at)
    SELECT delivery_id(), ${id}::uuid, gen_random_uuid(), 1, 'anime.created', 'failed', ${cycle}::int, now() - ${ago}::text::interval
    FROM generate_series(1, ${count}::int)`;

  test('reads each delivery once, however many are not to be retried', async () => {
    const since = new Date(Date.now() - 3_600_000);
    const read = await catalog.database.transaction(async (client) => {
      expect(await retryFailedDeliveries(catalog.database, ports, id, since)).toEqual({
        retried: FAILED,
        exhausted: EXHAUSTED,
      });
      const [{ rows = Number.NaN } = {}] = await client.$queryRaw<{ rows: number }[]>`
        SELECT (idx_tup_fetch + seq_tup_read)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'delivery'`;
      return rows;
    });
    // Those retried are found again to be written.
    expect(read).toBeLessThan(1.2 * (EXHAUSTED + EARLIER + 2 * FAILED));
    const retried = await catalog.database.client.delivery.groupBy({ by: ['status', 'cycle'], _count: true });
    expect(retried.map(({ status, cycle, _count }) => `${status} in cycle ${cycle}: ${_count}`).sort()).toEqual([
      `failed in cycle 0: ${EARLIER}`,
      `failed in cycle 3: ${EXHAUSTED}`,
      `pending in cycle 3: ${FAILED}`,
    ]);
  });
});

describeWith(['postgres'], 'a webhook with deliveries that wait, and one beside it', () => {
  const PENDING = 2_500;
  /** Events that wait in the log besides. */
  const LOGGED = 150;

  let catalog: TestCatalog;
  let queue: DeliveryQueue;
  let id: string;
  let other: string;
  const ports = testWebhookPorts(['localhost:9000']);

  beforeEach(async () => {
    catalog = await openTestCatalog();
    queue = new DeliveryQueue(catalog.database);
    const url = 'https://localhost:9000/hook';
    [{ id } = { id: '' }, { id: other } = { id: '' }] = await subscribe(catalog, ports, [url, url]);
    await wait(id, PENDING);
    await wait(other, 3);
    await catalog.database.session((connection) => connection.query('VACUUM ANALYZE delivery'));
  }, 60_000);
  afterEach(() => catalog.close());

  const wait = (webhook: string, count: number) =>
    catalog.database.session((connection) =>
      connection.query(
        `INSERT INTO delivery (id, webhook_id, event_id, payload, kind, next_attempt_at)
         SELECT delivery_id(), $1, gen_random_uuid(), '{}', 'anime.created', now() - n * interval '1 ms' FROM generate_series(1, $2::int) n`,
        [webhook, count],
      ),
    );
  const stored = async (status: string) => {
    const [{ count = 0 } = {}] = await catalog.database.client.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM delivery WHERE status::text = ${status} AND webhook_id = ${id}::uuid`;
    return count;
  };
  const newLoaders = () => new Loaders({ database: catalog.database });
  const list = async (status: DeliveryNode['status'] | null, webhookId: string | null) => {
    const found: DeliveryNode[] = [];
    let after: string | null = null;
    for (;;) {
      const at: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(newLoaders(), {
        ...{ webhookId, status, first: 100, after },
      });
      found.push(...at.nodes);
      after = at.pageInfo.endCursor;
      if (!at.pageInfo.hasNextPage) return found;
    }
  };
  const settle = () => settleEndedWebhooks(catalog.database, () => {}, new AbortController().signal);

  test('is disabled in a moment, whatever waits, and its log tells at once what is written later', async () => {
    await catalog.import(newAnime(0, LOGGED));
    expect(await list('pending', id)).toHaveLength(PENDING);
    await disableWebhook(catalog.publications, id, null);
    expect(await stored('cancelled')).toBe(0);
    expect(await list('pending', id)).toEqual([]);
    expect(new Set((await list('pending', null)).map(({ webhookId }) => webhookId))).toEqual(new Set([other]));
    const before = await list('cancelled', id);
    // What waited in the log was never begun: there is nothing of it.
    expect(before).toHaveLength(PENDING);
    expect(await list('cancelled', null)).toEqual(before);
    expect(await list(null, id)).toEqual(before);
    expect(
      new Set(before.map(({ status, nextAttemptAt, completedAt }) => `${status} ${nextAttemptAt} ${completedAt}`)),
    ).toEqual(new Set([expect.stringMatching(/^cancelled null 2\d{3}-/)]));
    expect(
      await newLoaders()
        .of(deliveryLoader)
        .load(before[0]?.id ?? ''),
    ).toEqual(before[0]);
    await queue.checkDue(null);
    expect((await queue.lease(1, EVERY_KIND)).map(({ webhookId }) => webhookId)).toEqual([other]);
    await expect(retryDelivery(catalog.database, ports, before[0]?.id ?? '')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(retryFailedDeliveries(catalog.database, ports, id, new Date(0))).rejects.toMatchObject({
      code: 'conflict',
    });
    await settle();
    expect(await stored('cancelled')).toBe(PENDING);
    expect(await list('cancelled', id)).toEqual(before);
  }, 60_000);

  test('revives nothing when it is enabled before all is written, and is sent what is published from then on', async () => {
    await catalog.import(newAnime(0, LOGGED));
    await disableWebhook(catalog.publications, id, null);
    const cancelled = await list('cancelled', id);
    await Promise.all([1, 2].map(() => enableWebhook(catalog.publications, id)));
    expect(await list('cancelled', id)).toEqual(cancelled);
    expect(await list('pending', id)).toEqual([]);
    await catalog.import(newAnime(LOGGED, 2));
    await queue.checkDue([id]);
    const [leased] = await queue.lease(1, EVERY_KIND);
    expect(leased).toMatchObject({ webhookId: id });
    const { webhookId, epoch, position: after } = leased ?? { webhookId: '', epoch: 0, position: 0 };
    const next = await queue.next([{ webhookId, epoch, after, take: 9, urgent: 1 }], []);
    const published = await catalog.database.client.event.findMany({ orderBy: { position: 'desc' }, take: 2 });
    expect(next.get(id)?.deliveries.map(({ eventId }) => eventId)).toEqual(
      published.map((event) => event.id).reverse(),
    );
  }, 60_000);

  test('is deleted in a moment; another process ends what waits, and forgets it', async () => {
    await deleteWebhook(catalog.publications, id, null);
    expect(await stored('cancelled')).toBe(0);
    await settle();
    expect(await stored('cancelled')).toBe(PENDING);
    await catalog.database.client.delivery.deleteMany({ where: { webhookId: id, status: 'cancelled' } });
    await settle();
    expect(await catalog.database.client.webhook.count()).toBe(1);
  }, 60_000);

  test('has its end noted by whoever writes its state, a process of an earlier version too', async () => {
    const { client } = catalog.database;
    const webhook = async () =>
      await client.webhook.findUniqueOrThrow({ where: { id }, include: { queue: true, kinds: true } });
    const become = async (status: string) => {
      await client.$executeRawUnsafe(`UPDATE webhook SET status = '${status}' WHERE id = '${id}'`);
      return await webhook();
    };
    const { generation } = await webhook();
    const disabled = await become('disabled');
    expect(disabled).toMatchObject({
      generation: generation + 1,
      endedAt: expect.any(Date),
      kinds: [],
      queue: { dueAt: null },
    });
    expect(await become('deleted')).toMatchObject({ generation: generation + 1, endedAt: disabled.endedAt, kinds: [] });
    const enabled = await become('enabled');
    expect(enabled).toMatchObject({ generation: generation + 1, endedAt: null, lastEndedAt: disabled.endedAt });
    expect(enabled.kinds).toMatchObject([{ kind: 'anime_created', afterPosition: enabled.startPosition }]);
  });

  test('reads a kind that is added from then on, and one that is taken away no more', async () => {
    await catalog.import(newAnime(0, 2));
    await updateWebhook(catalog.database, ports, { id, events: ['anime.updated'] });
    const waiting = async () => (await newLoaders().of(backlogOfWebhook).load(id)).waiting;
    expect(await waiting()).toBe(0);
    await catalog.import([{ ...newAnime(0, 1)[0], format: 'movie' }]);
    expect(await waiting()).toBe(1);
    await updateWebhook(catalog.database, ports, { id, events: ['anime.updated', 'anime.created'] });
    expect(await waiting()).toBe(1);
    await catalog.import(newAnime(2, 1));
    expect(await waiting()).toBe(2);
  }, 60_000);
});
