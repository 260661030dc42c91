import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Found } from '../../../src/webhooks/dispatcher/attempts.ts';
import { Bulkheads } from '../../../src/webhooks/dispatcher/bulkheads.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { Leases } from '../../../src/webhooks/dispatcher/leases.ts';
import { interruptedReport } from '../../../src/webhooks/dispatcher/sender.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { newApplication, nextOf } from '../../support/webhooks.ts';

const WEBHOOKS = 20;
const SLOTS = 4;
const WORKER = 7;

describeWith(['postgres'], 'more leases than slots', () => {
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
    expect(await catalog.database.client.webhookQueue.count({ where: { worker: WORKER } })).toBe(WEBHOOKS);
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
    expect(await catalog.database.client.webhookQueue.count({ where: { worker: WORKER } })).toBe(WEBHOOKS);
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
    expect(await catalog.database.client.webhookQueue.count({ where: { worker: WORKER } })).toBe(WEBHOOKS);
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
