import type { Found } from './attempts.ts';
import type { Bulkheads } from './bulkheads.ts';
import type { DeliveryQueue, NextDeliveries, NextRequest } from './deliveryQueue.ts';
import { Lease } from './lease.ts';
import type { AttemptResult } from './resultWriter.ts';

/** How long an idle webhook keeps its lease. */
const LINGER_MS = 2_000;
/** How long a webhook is served while others wait. */
const TURN_MS = 1_000;

/** The webhooks that this process serves, the least recently served first. */
export class Leases {
  readonly #queue: DeliveryQueue;
  readonly #worker: number;
  readonly #bulkheads: Bulkheads;
  readonly #leases = new Map<string, Lease>();
  /** The position up to which events have made their webhooks due. */
  #awakenedUpTo: number | null = null;
  #othersWait = true;
  /** Leases that a read did not find: they are lost, or their webhooks have ended. */
  readonly #empty: Lease[] = [];
  /** Whether a statement about leases failed, so that this worker may hold leases that it does not know. */
  #isDoubtful = false;
  /** Counts the restores of the database. */
  #life = 0;

  constructor(queue: DeliveryQueue, worker: number, bulkheads: Bulkheads) {
    this.#queue = queue;
    this.#worker = worker;
    this.#bulkheads = bulkheads;
  }

  /** Every webhook may have something due. */
  mayHaveMore(): void {
    for (const lease of this.#leases.values()) {
      lease.mayHaveMore = true;
      lease.mayHaveUrgent = true;
    }
  }

  /** Makes the webhooks of new events due. */
  async awaken(): Promise<void> {
    const [life, after] = [this.#life, this.#isDoubtful ? null : this.#awakenedUpTo];
    if (this.#isDoubtful) await this.#queue.freeUnknown(this.#worker, [...this.#leases.keys()]);
    this.#isDoubtful = false;
    const head = await this.#queue.awaken(after);
    // After the head was read, so that one of the two statements finds each event.
    if (after === null || head < after) await this.#queue.checkDue(null);
    if (life === this.#life) this.#awakenedUpTo = head;
    this.#othersWait = true;
  }

  /** Leases due webhooks as far as slots are free. @returns whether any was leased */
  async lease(): Promise<boolean> {
    if (!this.#othersWait) return false;
    const [prompt, slow] = [this.#bulkheads.free('prompt'), this.#bulkheads.free('slow')];
    if (prompt + slow === 0) return false;
    const leased = await this.#doubting(this.#queue.lease(this.#worker, prompt, slow));
    for (const webhook of leased) this.#leases.set(webhook.webhookId, new Lease(webhook));
    const slowLeased = leased.filter(({ isSlow }) => isSlow).length;
    const isOneAlone = [...this.#leases.values()].some(({ isAlone }) => isAlone);
    this.#othersWait = isOneAlone || leased.length - slowLeased >= prompt || (slow > 0 && slowLeased >= slow);
    return leased.length > 0;
  }

  /** The next deliveries, as far as slots are free. */
  async next(): Promise<Found[]> {
    const asked = this.#ask();
    if (asked.length === 0) return [];
    const rows = asked.flatMap(({ webhookId }) => [...(this.#leases.get(webhookId)?.rows ?? [])]);
    const read = await this.#queue.next(asked, rows);
    return asked.flatMap((request) => this.#take(request, read.get(request.webhookId)));
  }

  /** Releases webhooks that are idle, and those that had their turn while others wait. */
  async release(): Promise<void> {
    const now = performance.now();
    const isOver = (lease: Lease) =>
      lease.isIdle && (lease.isYielding || (!lease.mayHaveMore && now - lease.usedAt >= LINGER_MS));
    if (this.#othersWait) {
      for (const lease of this.#leases.values()) lease.isYielding ||= lease.mayHaveMore && now - lease.began >= TURN_MS;
    }
    for (const lease of this.#empty) lease.mayHaveMore = false;
    await this.#release([...this.#empty.splice(0), ...[...this.#leases.values()].filter(isOver)]);
  }

  /**
   * Releases all webhooks for the stop. One with unwritten results keeps its lease, so that others wait until this
   * worker is gone.
   */
  async releaseAll(): Promise<void> {
    await this.#release([...this.#leases.values()].filter(({ isIdle }) => isIdle));
  }

  /** Drops the leases of webhooks that other workers hold by now, or that have ended. */
  lost(webhooks: readonly string[], batch: readonly AttemptResult[]): void {
    if (webhooks.length === 0) return;
    for (const { lease } of batch) {
      if (webhooks.includes(lease.webhookId) && this.#leases.get(lease.webhookId) === lease) {
        this.#leases.delete(lease.webhookId);
      }
    }
  }

  /** Drops everything after a restore of the database. */
  forget(): void {
    for (const lease of this.#leases.values()) lease.isForgotten = true;
    this.#leases.clear();
    this.#life += 1;
    this.#isDoubtful = true;
  }

  async #release(leases: readonly Lease[]): Promise<void> {
    if (leases.length === 0) return;
    for (const lease of leases) if (this.#leases.get(lease.webhookId) === lease) this.#leases.delete(lease.webhookId);
    const places = leases.map((lease) => ({ ...lease.placeAfter([]), isDone: !lease.mayHaveMore }));
    await this.#doubting(this.#queue.release(places));
  }

  async #doubting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#isDoubtful = true;
      throw error;
    }
  }

  /** The number of deliveries to read of each webhook; the slots are divided evenly. */
  #ask(): NextRequest[] {
    const asked: NextRequest[] = [];
    for (const bulkhead of ['prompt', 'slow'] as const) {
      let free = this.#bulkheads.free(bulkhead);
      const waiting = [...this.#leases.values()].filter(
        (lease) => lease.isSlow === (bulkhead === 'slow') && hasRoom(lease),
      );
      const each = Math.max(1, Math.floor(free / Math.max(1, waiting.length)));
      for (const lease of waiting) {
        const take = lease.mayHaveMore ? Math.min(lease.room, each, free) : 0;
        free -= take;
        const { webhookId, epoch, readUpTo: after, urgentRoom: urgent } = lease;
        // Urgent deliveries have a slot of their own, which is not divided.
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
      this.#empty.push(lease);
      return [];
    }
    // To the end of the order.
    this.#leases.delete(webhookId);
    this.#leases.set(webhookId, lease);
    const urgent = next.deliveries.filter(({ isUrgent }) => isUrgent);
    const ordinary = next.deliveries.filter(({ isUrgent }) => !isUrgent);
    const sent = lease.choose([...urgent, ...ordinary.slice(0, take)]);
    lease.read(next.deliveries, sent, take, next.head);
    for (const delivery of sent) lease.begin(delivery);
    return sent.map((delivery) => ({ lease, delivery }));
  }
}

/** Whether one of its deliveries may be sent now. */
function hasRoom(lease: Lease): boolean {
  return lease.urgentRoom > 0 || (lease.mayHaveMore && lease.room > 0);
}
