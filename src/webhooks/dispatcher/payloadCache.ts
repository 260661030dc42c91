import { LRUCache } from 'lru-cache';
import type { DeliveryQueue } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';

/** One event goes to many webhooks: its body is read once, and kept while there is room. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** The bytes of deliveries, as they were frozen when their events were published. */
export class PayloadCache {
  readonly #queue: DeliveryQueue;
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 100,
  });

  constructor(queue: DeliveryQueue) {
    this.#queue = queue;
  }

  /** @returns the body of each of these deliveries */
  async of(deliveries: readonly DueDelivery[]): Promise<(delivery: DueDelivery) => Buffer> {
    const found = new Map<string, Buffer>();
    const missing = new Set<number>();
    for (const { eventId, eventPosition } of deliveries) {
      if (eventPosition === null || found.has(eventId)) continue;
      const kept = this.#kept.get(eventId);
      if (kept === undefined) missing.add(eventPosition);
      else found.set(eventId, kept);
    }
    if (missing.size > 0) {
      for (const { id, payload } of await this.#queue.payloads([...missing])) {
        const body = Buffer.from(payload);
        found.set(id, body);
        this.#kept.set(id, body);
      }
    }
    return ({ id, eventId, eventPosition, payload }) => {
      const body = eventPosition === null ? Buffer.from(payload ?? '') : found.get(eventId);
      if (body === undefined) throw new Error(`the event of delivery ${id} is not there`);
      return body;
    };
  }
}
