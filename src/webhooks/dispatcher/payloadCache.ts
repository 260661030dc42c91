import { LRUCache } from 'lru-cache';
import type { DeliveryQueue } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';

/** The cache's size. One event goes to many webhooks, and its body is read once. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** The body of a delivery, and its cause. */
export interface Payload {
  readonly body: Buffer;
  /** Of the publication's trace, where that was sampled. */
  readonly traceparent: string | null;
}

/** The bytes of deliveries, as they were frozen when their events were published. */
export class PayloadCache {
  readonly #queue: DeliveryQueue;
  readonly #kept = new LRUCache<string, Payload>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + 200,
  });

  constructor(queue: DeliveryQueue) {
    this.#queue = queue;
  }

  /** @returns the payload of each of these deliveries */
  async of(deliveries: readonly DueDelivery[]): Promise<(delivery: DueDelivery) => Payload> {
    const found = new Map<string, Payload>();
    const missing = new Set<number>();
    for (const { eventId, eventPosition } of deliveries) {
      if (eventPosition === null || found.has(eventId)) continue;
      const kept = this.#kept.get(eventId);
      if (kept === undefined) missing.add(eventPosition);
      else found.set(eventId, kept);
    }
    if (missing.size > 0) {
      for (const { id, payload, traceparent } of await this.#queue.payloads([...missing])) {
        const read = { body: Buffer.from(payload), traceparent };
        found.set(id, read);
        this.#kept.set(id, read);
      }
    }
    return ({ id, eventId, eventPosition, payload }) => {
      if (eventPosition === null) return { body: Buffer.from(payload ?? ''), traceparent: null };
      const read = found.get(eventId);
      if (read === undefined) throw new Error(`the event of delivery ${id} is not there`);
      return read;
    };
  }
}
