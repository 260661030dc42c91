import type { Database } from '../../src/database/database.ts';
import { DeliveryQueue } from '../../src/webhooks/dispatcher/deliveryQueue.ts';
import type { DueDelivery, EndedAttempt } from '../../src/webhooks/dispatcher/dueDelivery.ts';
import { Lease } from '../../src/webhooks/dispatcher/lease.ts';

const TAKE = 4;
const WORKER = 1;

/**
 * The statements of a dispatcher whose receivers all answer at once, in its order.
 * @param written is told how many deliveries a statement has written
 */
export function claims(
  database: Database,
  webhooks: number,
  written: (count: number) => void,
): Readonly<Record<string, () => Promise<void>>> {
  const queue = new DeliveryQueue(database);
  let head: number | null = null;
  let leases: Lease[] = [];
  let found: (readonly [Lease, readonly DueDelivery[]])[] = [];
  return {
    lease: async () => {
      await queue.heartbeat(WORKER);
      head = await queue.awaken(head);
      const leased = await queue.lease(WORKER, webhooks, 0);
      leases = leased.map((webhook) => new Lease(webhook));
    },
    next: async () => {
      found = [];
      const asked = leases.map(({ webhookId, epoch, readUpTo: after }) => ({
        ...{ webhookId, epoch, after },
        ...{ take: TAKE, urgent: 1 },
      }));
      const read = await queue.next(asked, []);
      for (const lease of leases) {
        const { deliveries, head: last } = read.get(lease.webhookId) ?? { deliveries: [], head: 0 };
        lease.read(deliveries, deliveries, TAKE, last);
        for (const delivery of deliveries) lease.begin(delivery);
        found.push([lease, deliveries]);
      }
    },
    finalise: async () => {
      const sent = found.filter(([, deliveries]) => deliveries.length > 0);
      const attempts = sent.flatMap(([lease, deliveries]) => deliveries.map((delivery) => delivered(delivery, lease)));
      const finalised = await queue.finalise(
        attempts,
        sent.map(([lease, deliveries]) => lease.placeAfter(deliveries)),
      );
      written(finalised.written);
      for (const [lease, deliveries] of sent) lease.written(deliveries);
    },
    release: () => queue.release(leases.map((lease) => ({ ...lease.placeAfter([]), isDone: !lease.mayHaveMore }))),
  };
}

function delivered({ payload, url, secret, isUrgent, ...delivery }: DueDelivery, { epoch }: Lease): EndedAttempt {
  const answer = { started: new Date().toISOString(), duration: 5, status: 200, error: null, body: null };
  return { ...delivery, epoch, outcome: 'delivered', delay: 0, ...answer };
}
