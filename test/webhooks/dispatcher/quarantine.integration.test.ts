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
import { runSeed } from '../../support/randomCases.ts';
import { nextOf, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const WEBHOOKS = 5;
const EVENTS = 40;
/** It is put aside when so many processes end with it at the head; one more ends while something older is there. */
const DEATHS = 3;

describeWith(['postgres'], 'deliveries in flight when processes end', () => {
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
