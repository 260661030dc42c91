import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { seededRandom } from '../../../bench/seededRandom.ts';
import type { Found } from '../../../src/webhooks/dispatcher/attempts.ts';
import { Bulkheads } from '../../../src/webhooks/dispatcher/bulkheads.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { Leases } from '../../../src/webhooks/dispatcher/leases.ts';
import { interruptedReport } from '../../../src/webhooks/dispatcher/sender.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { runSeed } from '../../support/randomRuns.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const WEBHOOKS = 5;
const EVENTS = 40;
/** So many processes end while a suspect is the only one in flight, and it is put aside. */
const ALONE = 3;

describeWith(['postgres'], 'deliveries in flight when processes end', () => {
  const random = seededRandom(runSeed);
  let catalog: TestCatalog;
  let queue: DeliveryQueue;
  /** For each delivery, the processes that ended while it was the only suspect in flight. */
  let alone: Map<string, number>;
  let putAside: Found[];

  beforeEach(async () => {
    catalog = await openTestCatalog();
    queue = new DeliveryQueue(catalog.database);
    [alone, putAside] = [new Map(), []];
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://localhost:9000/${index}`);
    await subscribe(catalog, testWebhookPorts(['localhost:9000']), urls);
    await catalog.import(newAnime(0, EVENTS));
  });
  afterEach(() => catalog?.close());

  const isPutAside = ({ lease, delivery }: Found) => lease.isPutAside(delivery);

  const write = async ({ lease, delivery }: Found) => {
    const { ended } = interruptedReport(delivery, lease.epoch, 'failed');
    const delivered = { ...ended, outcome: 'delivered', status: 204, error: null } as const;
    const result = isPutAside({ lease, delivery }) ? ended : delivered;
    if (result === ended) putAside.push({ lease, delivery });
    await queue.finalise([result], [lease.placeAfter([result])]);
    lease.written([result]);
  };

  /** A process that leases, sends, writes some of it, and ends. @returns whether it left something to another */
  const live = async (worker: number, endsWith: (inFlight: readonly Found[]) => boolean) => {
    await queue.checkDue(null);
    const leases = new Leases(queue, worker, new Bulkheads(64));
    await leases.lease();
    let inFlight: Found[] = [];
    for (;;) {
      const found = await leases.next();
      await leases.suspect(found);
      inFlight.push(...found);
      if (inFlight.length === 0 || endsWith(inFlight)) break;
      const rest: Found[] = [];
      for (const one of inFlight) {
        if (random() < 0.5) await write(one);
        else rest.push(one);
      }
      inFlight = rest;
    }
    const sent = inFlight.filter((one) => !isPutAside(one)).map(({ delivery }) => delivery.id);
    const suspects = await catalog.database.client.webhookQueue.findMany({
      where: { crashes: { gt: 2 }, suspectId: { in: sent } },
    });
    expect(suspects.length).toBeLessThanOrEqual(1);
    for (const { suspectId } of suspects) alone.set(suspectId ?? '', (alone.get(suspectId ?? '') ?? 0) + 1);
    await queue.freeAbandoned(1);
    return inFlight.length > 0;
  };

  test(`are put aside after three that ended while nothing else was suspected, at whatever moment they end (seed ${runSeed})`, async () => {
    let worker = 100;
    while (await live(worker, () => random() < 1 / 3)) worker += 1;
    expect(worker - 100).toBeGreaterThan(EVENTS / 4);
    for (const { delivery } of putAside) expect(alone.get(delivery.id)).toBe(ALONE);
    expect(await catalog.database.client.delivery.count()).toBe(WEBHOOKS * EVENTS);
  }, 120_000);

  test(`one is put aside when it is what ends them, and no other (seed ${runSeed})`, async () => {
    const { webhookId } = await catalog.database.client.webhookQueue.findFirstOrThrow();
    const isPoison = ({ delivery }: Found) => delivery.webhookId === webhookId && delivery.eventPosition === 7;
    let worker = 100;
    while (await live(worker, (inFlight) => inFlight.some((one) => isPoison(one) && !isPutAside(one)))) worker += 1;
    expect(putAside.map(isPoison)).toEqual([true]);
    expect(worker - 100).toBe(2 + ALONE);
    expect(await catalog.database.client.delivery.count()).toBe(WEBHOOKS * EVENTS);
  }, 60_000);
});
