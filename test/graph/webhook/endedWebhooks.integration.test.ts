import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Loaders, SharedLoaders } from '../../../src/graph/reading/loaders.ts';
import { type DeliveryNode, deliveryLoader } from '../../../src/graph/webhook/deliveryRows.ts';
import { listDeliveries } from '../../../src/graph/webhook/listDeliveries.ts';
import { retryDelivery, retryFailedDeliveries } from '../../../src/graph/webhook/retryDeliveries.ts';
import { updateWebhook } from '../../../src/graph/webhook/updateWebhook.ts';
import { backlogOfWebhook } from '../../../src/graph/webhook/webhookFigures.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { settleEndedWebhooks } from '../../../src/webhooks/dispatcher/endedWebhooks.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { EVERY_KIND, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const PENDING = 2_500;
/** Events that wait in the log besides. */
const LOGGED = 150;

describeWith(['postgres'], `a webhook with ${PENDING} deliveries that wait, and one beside it`, () => {
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
  const newLoaders = () => new Loaders({ database: catalog.database, shared: new SharedLoaders(catalog.database) });
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
