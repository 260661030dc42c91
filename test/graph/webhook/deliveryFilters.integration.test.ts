import { beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../../src/graph/model/vocabulary.ts';
import { Loaders, SharedLoaders } from '../../../src/graph/reading/loaders.ts';
import { listDeliveries } from '../../../src/graph/webhook/listDeliveries.ts';
import { pingWebhook } from '../../../src/graph/webhook/sendTest.ts';
import { disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

type Filter = Omit<Parameters<typeof listDeliveries>[1], 'first' | 'after'>;
type Listed = Awaited<ReturnType<typeof listDeliveries>>['nodes'][number];

const KINDS = ['anime.created', 'anime.updated'] as const;

describeWith(['postgres'], 'the filters of the list of deliveries', () => {
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
      const loaders = new Loaders({ database: catalog.database, shared: new SharedLoaders(catalog.database) });
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
