import { setMaxListeners } from 'node:events';
import type { Bulkheads, RunningAttempt } from './bulkheads.ts';
import type { DueDelivery } from './dueDelivery.ts';
import type { Lease } from './lease.ts';
import type { Payload } from './payloadCache.ts';
import { type AttemptReport, interruptedReport, type Sender } from './sender.ts';

/** A delivery that was read under a lease. */
export interface Found {
  readonly lease: Lease;
  readonly delivery: DueDelivery;
}

/** A found delivery that holds its slot. */
interface Begun extends Found {
  readonly attempt: RunningAttempt;
}

export interface AttemptsOptions {
  readonly sender: Sender;
  readonly bulkheads: Bulkheads;
  readonly failed: (error: unknown, doing: string) => void;
  /** Called with each attempt that has ended. */
  readonly ended: (lease: Lease, report: AttemptReport) => void;
}

/** Deliveries read longer ago, as after an outage, are read again: their webhooks may have ended since. */
const STALE_MS = 5_000;

/** The attempts under way. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #interrupt = new AbortController();

  constructor(options: AttemptsOptions) {
    this.#options = options;
    // Every attempt in flight listens.
    setMaxListeners(0, this.#interrupt.signal);
  }

  /** Takes a slot for each of these, until its attempt has ended. */
  reserve(found: readonly Found[]): Begun[] {
    return found.map(({ lease, delivery }) => {
      const attempt = this.#options.bulkheads.began(lease.isSlow ? 'slow' : 'prompt', () => {
        lease.isSlow = true;
      });
      return { lease, delivery, attempt };
    });
  }

  /** Sends deliveries. @param readAt when they were read, by performance.now() */
  send(begun: readonly Begun[], payloadOf: (delivery: DueDelivery) => Payload, readAt: number): void {
    const { bulkheads, failed, ended } = this.#options;
    for (const { lease, delivery, attempt } of begun) {
      const end = (report: AttemptReport) => {
        const isPrompt = bulkheads.ended(attempt);
        const { error } = report.result;
        if (error !== 'interrupted' && error !== 'unsigned') lease.isSlow = !isPrompt;
        ended(lease, report);
      };
      this.#attempt({ lease, delivery }, payloadOf, readAt)
        .then(end)
        .catch((error: unknown) => failed(error, 'reporting an attempt'));
    }
  }

  /** Interrupts the attempts in flight. */
  interrupt(): void {
    this.#interrupt.abort();
  }

  async #attempt(
    { lease, delivery }: Found,
    payloadOf: (delivery: DueDelivery) => Payload,
    readAt: number,
  ): Promise<AttemptReport> {
    const { sender, failed } = this.#options;
    if (performance.now() - readAt > STALE_MS) return interruptedReport(delivery, lease.epoch, 'retry');
    if (lease.putsAside) {
      failed(new Error('three processes ended with it at the head'), `sending delivery ${delivery.id}`);
      return interruptedReport(delivery, lease.epoch, 'failed');
    }
    try {
      return await sender.send(delivery, lease.epoch, payloadOf(delivery), this.#interrupt.signal);
    } catch (error) {
      failed(error, `sending to webhook ${delivery.webhookId}`);
      return interruptedReport(delivery, lease.epoch, 'retry');
    }
  }
}
