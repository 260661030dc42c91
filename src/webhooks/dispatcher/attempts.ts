import { setMaxListeners } from 'node:events';
import type { Bulkheads } from './bulkheads.ts';
import type { DueDelivery } from './dueDelivery.ts';
import type { Lease } from './lease.ts';
import { type AttemptReport, interruptedReport, type Sender } from './sender.ts';

/** A delivery that was read under a lease. */
export interface Found {
  readonly lease: Lease;
  readonly delivery: DueDelivery;
}

export interface AttemptsOptions {
  readonly sender: Sender;
  readonly bulkheads: Bulkheads;
  readonly failed: (error: unknown, doing: string) => void;
  /** Called with each attempt that has ended. */
  readonly ended: (lease: Lease, report: AttemptReport) => void;
}

/** The attempts under way. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #interrupt = new AbortController();

  constructor(options: AttemptsOptions) {
    this.#options = options;
    // Every attempt in flight listens.
    setMaxListeners(0, this.#interrupt.signal);
  }

  /** Sends deliveries, each of which takes a slot until its attempt has ended. */
  send(found: readonly Found[]): void {
    const { bulkheads, failed, ended } = this.#options;
    for (const { lease, delivery } of found) {
      const attempt = bulkheads.began(delivery.isUrgent ? 'urgent' : lease.isSlow ? 'slow' : 'prompt', () => {
        lease.isSlow = true;
      });
      const end = (report: AttemptReport) => {
        const isPrompt = bulkheads.ended(attempt);
        const { error } = report.result;
        if (error !== 'interrupted' && error !== 'unsigned') lease.isSlow = !isPrompt;
        ended(lease, report);
      };
      this.#attempt({ lease, delivery })
        .then(end)
        .catch((error: unknown) => failed(error, 'reporting an attempt'));
    }
  }

  /** Interrupts the attempts in flight. */
  interrupt(): void {
    this.#interrupt.abort();
  }

  async #attempt({ lease, delivery }: Found): Promise<AttemptReport> {
    const { sender, failed } = this.#options;
    if (lease.isQuarantined) {
      failed(new Error('three processes ended with it at the head'), `sending delivery ${delivery.id}`);
      return interruptedReport(delivery, lease.epoch, 'failed');
    }
    try {
      return await sender.send(delivery, lease.epoch, this.#interrupt.signal);
    } catch (error) {
      failed(error, `sending to webhook ${delivery.webhookId}`);
      return interruptedReport(delivery, lease.epoch, 'retry');
    }
  }
}
