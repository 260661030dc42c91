import type { Bulkheads } from './bulkheads.ts';
import type { DeliveryQueue, NextDeliveries, NextRequest } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';
import { Lease } from './lease.ts';
import type { AttemptResult } from './resultWriter.ts';

/** A webhook that waits for its next event keeps its lease for so long. */
const LINGER_MS = 2_000;
/** Where others wait, a webhook is served for so long before their turn comes. */
const TURN_MS = 1_000;

interface Found {
  readonly lease: Lease;
  readonly delivery: DueDelivery;
}

/** The webhooks that this process serves, those first that were served longest ago. */
export class Leases {
  readonly #queue: DeliveryQueue;
  readonly #worker: number;
  readonly #bulkheads: Bulkheads;
  readonly #leases = new Map<string, Lease>();
  /** Events up to here have made their webhooks due. */
  #awakenedUpTo: number | null = null;
  #othersWait = true;

  constructor(queue: DeliveryQueue, worker: number, bulkheads: Bulkheads) {
    this.#queue = queue;
    this.#worker = worker;
    this.#bulkheads = bulkheads;
  }

  /** The webhooks that are leased. */
  get webhooks(): string[] {
    return [...this.#leases.keys()];
  }

  /** Anything may be due. */
  mayHaveMore(): void {
    for (const lease of this.#leases.values()) {
      lease.mayHaveMore = true;
      lease.mayHaveUrgent = true;
    }
  }

  /** Makes due what new events are for. */
  async awaken(): Promise<void> {
    const isFirst = this.#awakenedUpTo === null;
    this.#awakenedUpTo = await this.#queue.awaken(this.#awakenedUpTo);
    // After the head was read: what is published between the two is found by one of them.
    if (isFirst) await this.#queue.checkDue(null);
    this.#othersWait = true;
  }

  /** Leases what is due, as far as slots are free. @returns whether there was any */
  async lease(): Promise<boolean> {
    if (!this.#othersWait) return false;
    const [prompt, slow] = [this.#bulkheads.free('prompt'), this.#bulkheads.free('slow')];
    if (prompt + slow === 0) return false;
    const leased = await this.#queue.lease(this.#worker, prompt, slow);
    for (const webhook of leased) this.#leases.set(webhook.webhookId, new Lease(webhook));
    this.#othersWait = leased.filter(({ isSlow }) => !isSlow).length >= prompt;
    return leased.length > 0;
  }

  /** What is to be sent next, as far as slots are free. */
  async next(): Promise<Found[]> {
    const asked = this.#ask();
    if (asked.length === 0) return [];
    const rows = asked.flatMap(({ webhookId }) => [...(this.#leases.get(webhookId)?.rows ?? [])]);
    const read = await this.#queue.next(asked, rows);
    return asked.flatMap((request) => this.#take(request, read.get(request.webhookId)));
  }

  /** Gives back what has been idle for a while, and what has had its turn while others wait. */
  async release(): Promise<void> {
    const now = performance.now();
    const isOver = (lease: Lease) =>
      lease.isIdle && (lease.isYielding || (!lease.mayHaveMore && now - lease.usedAt >= LINGER_MS));
    if (this.#othersWait) {
      for (const lease of this.#leases.values()) lease.isYielding ||= lease.mayHaveMore && now - lease.began >= TURN_MS;
    }
    await this.#giveBack([...this.#leases.values()].filter(isOver));
  }

  /** The process stops; what could not be written keeps its lease, so that others wait until this worker is gone. */
  async releaseAll(): Promise<void> {
    await this.#giveBack([...this.#leases.values()].filter(({ isIdle }) => isIdle));
  }

  /** Others hold the leases of these webhooks by now, or they have ended. */
  lost(webhooks: readonly string[], batch: readonly AttemptResult[]): void {
    if (webhooks.length === 0) return;
    for (const { lease } of batch) {
      if (webhooks.includes(lease.webhookId) && this.#leases.get(lease.webhookId) === lease) {
        this.#leases.delete(lease.webhookId);
      }
    }
  }

  /** The database is another one by now. */
  forget(): void {
    this.#leases.clear();
    this.#awakenedUpTo = null;
  }

  async #giveBack(leases: readonly Lease[]): Promise<void> {
    if (leases.length === 0) return;
    for (const { webhookId } of leases) this.#leases.delete(webhookId);
    await this.#queue.release(leases.map((lease) => ({ ...lease.placeAfter([]), isDone: !lease.mayHaveMore })));
  }

  /** How many deliveries of which webhooks; the slots are divided evenly. */
  #ask(): NextRequest[] {
    const asked: NextRequest[] = [];
    for (const bulkhead of ['prompt', 'slow'] as const) {
      let free = this.#bulkheads.free(bulkhead);
      const waiting = [...this.#leases.values()].filter(
        (lease) =>
          lease.isSlow === (bulkhead === 'slow') && (lease.urgentRoom > 0 || (lease.mayHaveMore && lease.room > 0)),
      );
      const each = Math.max(1, Math.floor(free / Math.max(1, waiting.length)));
      for (const lease of waiting) {
        const take = lease.mayHaveMore ? Math.min(lease.room, each, free) : 0;
        free -= take;
        const { webhookId, epoch, readUpTo: after, urgentRoom: urgent } = lease;
        // A slot of its own: it takes none of those that are divided.
        if (take + urgent > 0) asked.push({ webhookId, epoch, after, take, urgent });
      }
    }
    return asked;
  }

  #take({ webhookId, epoch, take }: NextRequest, next: NextDeliveries | undefined): Found[] {
    const lease = this.#leases.get(webhookId);
    if (lease?.epoch !== epoch) return [];
    if (next === undefined) {
      this.#leases.delete(webhookId);
      return [];
    }
    // At the end of the order.
    this.#leases.delete(webhookId);
    this.#leases.set(webhookId, lease);
    const urgent = next.deliveries.filter(({ isUrgent }) => isUrgent);
    const ordinary = next.deliveries.filter(({ isUrgent }) => !isUrgent);
    const sent = [...urgent, ...ordinary.slice(0, take)].slice(0, lease.isOneAtATime ? 1 : undefined);
    lease.read(next.deliveries, sent, take, next.head);
    return sent.map((delivery) => ({ lease, delivery }));
  }
}
