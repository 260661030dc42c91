import { setMaxListeners } from 'node:events';
import type { Bulkhead, Bulkheads } from './bulkheads.ts';
import type { DueDelivery } from './dueDelivery.ts';
import type { Lease } from './lease.ts';
import { type AttemptReport, interruptedReport, type Sender } from './sender.ts';

/** A delivery that was read under a lease. */
export interface Found {
  readonly lease: Lease;
  readonly delivery: DueDelivery;
}

interface Ready extends Found {
  readonly bodyOf: (delivery: DueDelivery) => Buffer;
  /** By performance.now(). */
  readonly readAt: number;
}

export interface AttemptsOptions {
  readonly sender: Sender;
  readonly bulkheads: Bulkheads;
  /** So many are read ahead of the slots for prompt webhooks. */
  readonly ahead: number;
  readonly failed: (error: unknown, doing: string) => void;
  /** Called with each attempt that has ended. */
  readonly ended: (lease: Lease, report: AttemptReport) => void;
}

/** What was read longer ago is read again before it is sent: its webhook may have ended, or moved, since. */
const STALE_MS = 250;

/**
 * Attempts under way, and the deliveries that wait for a slot: read while others are sent, so that no slot stands empty
 * for a statement.
 */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #interrupt = new AbortController();
  readonly #ready: Record<Bulkhead, Ready[]> = { prompt: [], slow: [] };
  #isClosed = false;

  constructor(options: AttemptsOptions) {
    this.#options = options;
    // Every attempt in flight listens.
    setMaxListeners(0, this.#interrupt.signal);
  }

  /** How many more are to be read for webhooks of this kind. */
  room(bulkhead: Bulkhead): number {
    const { bulkheads, ahead } = this.#options;
    const wanted = bulkheads.free(bulkhead) + (bulkhead === 'prompt' ? ahead : 0);
    return Math.max(0, wanted - this.#ready[bulkhead].length);
  }

  /** Sends what was read at this instant (performance.now()), as slots become free: what is urgent at once. */
  add(found: readonly Found[], bodyOf: Ready['bodyOf'], readAt: number): void {
    for (const { lease, delivery } of found) {
      const ready = { lease, delivery, bodyOf, readAt };
      if (delivery.isUrgent && this.#isToBeSent(ready)) this.#begin(ready);
      else this.#ready[lease.isSlow ? 'slow' : 'prompt'].push(ready);
    }
    this.fill();
  }

  /** Begins what there are slots for. */
  fill(): void {
    const { bulkheads } = this.#options;
    const { prompt, slow } = this.#ready;
    while (prompt.length > 0 && (this.#isClosed || bulkheads.free('prompt') > 0)) {
      const ready = prompt.shift() as Ready;
      if (ready.lease.isSlow) slow.push(ready);
      else if (this.#isToBeSent(ready)) this.#begin(ready);
    }
    for (const ready of slow.splice(0)) {
      // One at a time, since it does not answer.
      const waits = ready.lease.isSending || bulkheads.free('slow') === 0;
      if (this.#isToBeSent(ready)) waits ? slow.push(ready) : this.#begin(ready);
    }
  }

  /** Begins nothing more. */
  close(): void {
    this.#isClosed = true;
    this.fill();
  }

  /** Interrupts what is under way. */
  interrupt(): void {
    this.#interrupt.abort();
  }

  /** What is not to be sent any more is given back to its lease. */
  #isToBeSent({ lease, delivery, readAt }: Ready): boolean {
    const isToBe = !this.#isClosed && !lease.isOver && performance.now() - readAt <= STALE_MS;
    if (!isToBe) lease.putBack(delivery);
    return isToBe;
  }

  #begin(ready: Ready): void {
    const { lease } = ready;
    const { bulkheads, failed, ended } = this.#options;
    const attempt = bulkheads.began(lease.isSlow ? 'slow' : 'prompt', () => {
      lease.isSlow = true;
    });
    lease.sending += 1;
    const end = (report: AttemptReport) => {
      const isPrompt = bulkheads.ended(attempt);
      lease.sending -= 1;
      const { error } = report.result;
      if (error !== 'interrupted' && error !== 'unsigned') lease.isSlow = !isPrompt;
      this.fill();
      ended(lease, report);
    };
    this.#attempt(ready)
      .then(end)
      .catch((error: unknown) => failed(error, 'telling of an attempt'));
  }

  async #attempt({ lease, delivery, bodyOf }: Ready): Promise<AttemptReport> {
    const { sender, failed } = this.#options;
    if (lease.isPoisoned) {
      failed(new Error('three processes ended with it in flight'), `sending delivery ${delivery.id}`);
      return interruptedReport(delivery, lease.epoch, 'failed');
    }
    try {
      return await sender.send(delivery, lease.epoch, bodyOf(delivery), this.#interrupt.signal);
    } catch (error) {
      failed(error, `sending to webhook ${delivery.webhookId}`);
      return interruptedReport(delivery, lease.epoch, 'retry');
    }
  }
}
