import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { seededRandom } from '../../../bench/seededRandom.ts';
import type { Found } from '../../../src/webhooks/dispatcher/attempts.ts';
import { Bulkheads } from '../../../src/webhooks/dispatcher/bulkheads.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { Heartbeat } from '../../../src/webhooks/dispatcher/heartbeat.ts';
import { Leases } from '../../../src/webhooks/dispatcher/leases.ts';
import { interruptedReport } from '../../../src/webhooks/dispatcher/sender.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { runSeed } from '../../support/randomCases.ts';
import { until } from '../../support/until.ts';
import { EVERY_KIND, newApplication, nextOf, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'more leases than slots', () => {
  const WEBHOOKS = 20;
  const SLOTS = 4;
  const WORKER = 7;

  let catalog: TestCatalog;
  let bulkheads: Bulkheads;
  let leases: Leases;
  /** The webhooks of each read, and of each sending. */
  let reads: number[];
  let turns: string[][];

  beforeEach(async () => {
    catalog = await openTestCatalog();
    bulkheads = new Bulkheads(SLOTS);
    leases = new Leases(new DeliveryQueue(catalog.database), WORKER, bulkheads);
    [reads, turns] = [[], []];
  });
  afterEach(() => catalog?.close());

  /** Nothing is sent to them: they need no secret. */
  const subscribed = async (count = WEBHOOKS) => {
    const applicationId = await newApplication(catalog.database);
    const rows = await catalog.database.client.$queryRaw<{ id: string }[]>`
      INSERT INTO webhook (id, application_id, name, url, events, secret, start_position)
      SELECT gen_random_uuid(), ${applicationId}::uuid, 'w', 'https://localhost:9000/' || n, '{anime.created}', '', 0
      FROM generate_series(1, ${count}::int) n RETURNING id::text`;
    return rows.map(({ id }) => id);
  };

  const write = async (found: readonly Found[]) => {
    const queue = new DeliveryQueue(catalog.database);
    for (const { lease, delivery } of found) {
      const { ended } = interruptedReport(delivery, lease.epoch, 'failed');
      const result = { ...ended, outcome: 'delivered', status: 204, error: null } as const;
      await queue.finalise([result], [lease.placeAfter([result])]);
      lease.written([result]);
    }
  };

  /** Sends as a dispatcher does, whose attempts end at once, until nothing is left. */
  const sendAll = async () => {
    for (;;) {
      await leases.lease();
      const { found, asked } = leases.turn();
      if (found.length + asked.length === 0) return;
      if (found.length > 0) turns.push(found.map(({ lease }) => lease.webhookId));
      const attempts = found.map(() => bulkheads.began('prompt', () => {}));
      for (const attempt of attempts) bulkheads.ended(attempt);
      if (asked.length > 0) {
        reads.push(asked.length);
        await leases.read(asked);
      }
      await write(found);
    }
  };

  /** All have sent an event, and are still leased. */
  const settle = async () => {
    await leases.markDue();
    await catalog.import(newAnime(0, 1));
    await leases.markDue();
    await sendAll();
    [reads, turns] = [[], []];
  };

  test('one event for all of them reaches each once, and is read of many at once', async () => {
    const ids = await subscribed();
    await settle();
    expect(await catalog.database.client.webhookQueue.count({ where: { dispatcher: WORKER } })).toBe(WEBHOOKS);
    await catalog.import(newAnime(1, 1));
    await leases.markDue();
    await sendAll();
    expect(turns.flat().sort()).toEqual(ids.sort());
    expect(turns.every((turn) => turn.length === SLOTS)).toBe(true);
    expect(reads[0]).toBe(WEBHOOKS);
    await sendAll();
    expect(turns.flat()).toHaveLength(WEBHOOKS);
  }, 60_000);

  test('nobody has a second turn before each had one', async () => {
    const ids = await subscribed();
    await settle();
    await catalog.import(newAnime(1, 2 * SLOTS));
    await leases.markDue();
    await sendAll();
    const order = turns.map((turn) => new Set(turn)).flatMap((turn) => [...turn]);
    expect(new Set(order.slice(0, WEBHOOKS))).toEqual(new Set(ids));
    expect(order.slice(WEBHOOKS)).toEqual(order.slice(0, WEBHOOKS));
  }, 60_000);

  test('nobody makes way for others that are only presumed, though every slot is taken', async () => {
    await subscribed();
    await settle();
    await catalog.import(newAnime(1, 1));
    // As long as a turn.
    await sleep(1_000);
    await leases.markDue();
    for (const _ of await nextOf(leases)) bulkheads.began('prompt', () => {});
    expect(bulkheads.free('prompt')).toBe(0);
    await leases.lease();
    await leases.release();
    expect(await catalog.database.client.webhookQueue.count({ where: { dispatcher: WORKER } })).toBe(WEBHOOKS);
  }, 60_000);

  test('one that was to make way goes on when nobody waits any more', async () => {
    await subscribed(1);
    await catalog.import(newAnime(0, 2 * SLOTS));
    await leases.markDue();
    await leases.lease();
    // As long as a turn.
    await sleep(1_000);
    await leases.markDue();
    const found = await nextOf(leases);
    await leases.release();
    await leases.lease();
    expect([await leases.release(), await leases.release()]).toEqual([true, false]);
    await write(found);
    expect(await nextOf(leases)).toHaveLength(SLOTS);
  }, 60_000);

  test('due webhooks with nothing to send are leased one after the other, without a pause', async () => {
    await subscribed();
    await leases.markDue();
    await catalog.database.client.webhookQueue.updateMany({ data: { dueAt: new Date() } });
    do {
      await leases.lease();
      await nextOf(leases);
    } while (await leases.release());
    expect(await catalog.database.client.webhookQueue.count({ where: { dispatcher: WORKER } })).toBe(WEBHOOKS);
  }, 60_000);

  test('a prompt webhook is read though more slow ones wait than are read at once', async () => {
    const [prompt = '', ...slow] = await subscribed(140);
    bulkheads = new Bulkheads(200);
    leases = new Leases(new DeliveryQueue(catalog.database), WORKER, bulkheads);
    for (let slot = 0; slot < 100; slot += 1) bulkheads.began('slow', () => {});
    await catalog.import(newAnime(0, 1));
    await leases.markDue();
    await catalog.database.client.webhookQueue.updateMany({
      where: { webhookId: { in: slow } },
      data: { isSlow: true, crashes: 1 },
    });
    await leases.lease();
    expect(leases.turn().asked[0]?.webhookId).toBe(prompt);
  }, 60_000);

  test('a new event has those read again that it concerns, and no others', async () => {
    const [first = ''] = await subscribed();
    await settle();
    await catalog.database.client.$executeRaw`UPDATE webhook SET events = '{anime.updated}' WHERE id <> ${first}::uuid`;
    // They are looked at once, as somebody changed them.
    await leases.markDue();
    await sendAll();
    [reads, turns] = [[], []];
    await catalog.import(newAnime(1, 1));
    await leases.markDue();
    await sendAll();
    expect([reads, turns]).toEqual([[1], [[first]]]);
  }, 60_000);
});

describeWith(['postgres'], 'deliveries in flight when processes end', () => {
  const WEBHOOKS = 5;
  const EVENTS = 40;
  /** It is put aside when so many processes end with it at the head; one more ends while something older is there. */
  const DEATHS = 3;

  const random = seededRandom(runSeed);
  let catalog: TestCatalog;
  let queue: DeliveryQueue;
  let putAside: Found[];

  beforeEach(async () => {
    catalog = await openTestCatalog();
    queue = new DeliveryQueue(catalog.database);
    putAside = [];
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://localhost:9000/${index}`);
    await subscribe(catalog, testWebhookPorts(['localhost:9000']), urls);
    await catalog.import(newAnime(0, EVENTS));
  });
  afterEach(() => catalog?.close());

  const write = async ({ lease, delivery }: Found) => {
    const { ended } = interruptedReport(delivery, lease.epoch, 'failed');
    const delivered = { ...ended, outcome: 'delivered', status: 204, error: null } as const;
    const result = lease.isQuarantined ? ended : delivered;
    if (result === ended) putAside.push({ lease, delivery });
    await queue.finalise([result], [lease.placeAfter([result])]);
    lease.written([result]);
  };

  /**
   * A process that leases, sends, writes some of it, and ends; some receivers hang, longer than trials are waited for.
   * @returns whether it left something to another
   */
  const live = async (worker: number, endsWith: (inFlight: readonly Found[]) => boolean, hanging?: string) => {
    await queue.checkDue(null);
    const leases = new Leases(queue, worker, new Bulkheads(64));
    let inFlight: Found[] = [];
    for (;;) {
      await leases.lease();
      const found = await nextOf(leases);
      inFlight.push(...found);
      const hangs = ({ lease }: Found) => lease.webhookId === hanging;
      for (const { lease } of found.filter(hangs)) lease.usedAt = Number.NEGATIVE_INFINITY;
      if (endsWith(inFlight)) break;
      if (found.length === 0 && inFlight.every(hangs)) return false;
      const rest: Found[] = [];
      for (const one of inFlight) {
        if (hangs(one) || random() < 0.5) rest.push(one);
        else await write(one);
      }
      inFlight = rest;
    }
    await queue.heartbeat(1);
    await queue.freeAbandoned(1);
    return true;
  };

  test.each(['answers', 'hangs'])(
    `what ends them is put aside, and no other, while one %s (seed ${runSeed})`,
    async (how) => {
      const [first, second] = await catalog.database.client.webhookQueue.findMany();
      const hanging = how === 'hangs' ? second?.webhookId : undefined;
      const isPoison = ({ delivery }: Found) => delivery.webhookId === first?.webhookId && delivery.eventPosition === 7;
      const isEnd = (inFlight: readonly Found[]) => inFlight.some((one) => isPoison(one) && !one.lease.isQuarantined);
      let worker = 100;
      while (await live(worker, isEnd, hanging)) worker += 1;
      expect(putAside.map(isPoison)).toEqual([true]);
      expect([DEATHS, DEATHS + 1]).toContain(worker - 100);
      const answering = hanging === undefined ? WEBHOOKS : WEBHOOKS - 1;
      expect(await catalog.database.client.delivery.count()).toBe(answering * EVENTS);
    },
    60_000,
  );

  test('after one end all that were interrupted are served at once, after a second one at a time', async () => {
    const served = async (worker: number) => {
      let count = 0;
      await live(worker, (inFlight) => {
        count = new Set(inFlight.map(({ lease }) => lease.webhookId)).size;
        return true;
      });
      return count;
    };
    expect([await served(100), await served(101), await served(102)]).toEqual([WEBHOOKS, WEBHOOKS, 1]);
  }, 60_000);
});

describeWith(['postgres'], 'after an outage of the database', () => {
  const catalog = ofSuite(openTestCatalog);
  const heartbeats: Heartbeat[] = [];
  afterEach(() => Promise.all(heartbeats.map((each) => each.stop(performance.now() + 1_000))));

  test.each(['before', 'after'])(
    'the dispatcher that beats first, and started %s it, leaves the other its leases',
    async (started) => {
      const { client } = catalog.database;
      const queue = new DeliveryQueue(catalog.database);
      const [webhook] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
      await catalog.import(newAnime(started === 'before' ? 1 : 2, 1));
      await queue.checkDue(null);
      const other = 7;
      await queue.heartbeat(other);
      await queue.lease(other, EVERY_KIND);
      /** Nobody was seen for as long; the other beats last. */
      const passOutage = () =>
        client.$executeRaw`UPDATE webhook_dispatcher SET seen_at = now() - interval '20 seconds'`;
      const failed = (error: unknown) => {
        throw error;
      };
      const heartbeat = new Heartbeat({ queue, failed, freed: () => {} });
      heartbeats.push(heartbeat);
      if (started === 'after') await passOutage();
      heartbeat.start();
      await until(() => heartbeat.isSeen);
      const seenAt = async () =>
        (await client.webhookDispatcher.findUniqueOrThrow({ where: { key: heartbeat.key } })).seenAt;
      for (let beat = 0, last: Date | undefined; beat < 2; beat += 1) {
        if (beat === 0 && started === 'before') await passOutage();
        last = await seenAt();
        await until(async () => (await seenAt()) > (last as Date));
      }
      const place = await client.webhookQueue.findUnique({ where: { webhookId: webhook?.id ?? '' } });
      expect(place).toMatchObject({ dispatcher: other, crashes: 0 });
    },
    60_000,
  );
});
