import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from '../../base/waitAtMost.ts';
import { WakeUp } from '../../base/wakeUp.ts';
import type { Database } from '../../database/database.ts';
import { DELIVERY_CHANNEL } from '../../graph/webhook/deliverySignal.ts';
import { Attempts } from './attempts.ts';
import { Bulkheads } from './bulkheads.ts';
import type { DeliveryQueue, Finalised } from './deliveryQueue.ts';
import { Heartbeat } from './heartbeat.ts';
import { Leases } from './leases.ts';
import { type AttemptResult, ResultWriter } from './resultWriter.ts';
import type { AttemptReport, Sender } from './sender.ts';

/** Receives the events of a dispatcher; every call returns at once. */
export interface DispatcherObserver {
  attempted(report: AttemptReport): void;
  /** Attempts whose lease had passed to another dispatcher. */
  leaseLost(count: number): void;
  failed(error: unknown, doing: string): void;
  /** A webhook that has only failed for days. */
  failingTooLong(webhookId: string): void;
}

export interface DispatcherOptions {
  readonly database: Database;
  readonly queue: DeliveryQueue;
  readonly sender: Sender;
  readonly observer: DispatcherObserver;
  /** Attempts in flight to prompt webhooks in this process; slow ones have half as many of their own. */
  readonly concurrency: number;
  /** Calls back at every publication of this process. @returns how to stop */
  readonly onPublication: (wake: () => void) => () => void;
}

/** The interval of the poll that backs up wake-ups. */
const POLL_MS = 1_000;
/** The time in which freed slots are gathered while most are taken: giving out several costs less than each alone. */
const GATHER_MS = 2;
/** The longest time of sending before leases and wake-ups are handled. */
const PASS_MS = 100;
const SHORTEST_PAUSE_MS = 200;
const PAUSE_SPREAD_MS = 1_000;
/** How long a stop waits for attempts in flight, whose own deadline is 15 s, before it interrupts them. */
const STOP_MS = 16_000;
const FINAL_WRITE_MS = 4_000;

/** Leases due webhooks, sends the events that follow their positions, and writes the results, until it is stopped. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #bulkheads: Bulkheads;
  readonly #attempts: Attempts;
  readonly #leases: Leases;
  readonly #heartbeat: Heartbeat;
  readonly #results: ResultWriter;
  readonly #closers: ((deadline: number) => Promise<void>)[] = [];
  readonly #woken = new WakeUp();
  #mayBeDue = true;
  #markedAt = Number.NEGATIVE_INFINITY;
  #stopping = false;
  #loop: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    const { queue, concurrency, observer } = options;
    this.#options = options;
    this.#bulkheads = new Bulkheads(concurrency);
    this.#heartbeat = new Heartbeat({ queue, failed: observer.failed, freed: () => this.wake() });
    this.#attempts = new Attempts({
      sender: options.sender,
      bulkheads: this.#bulkheads,
      failed: (error, doing) => observer.failed(error, doing),
      ended: (lease, report) => {
        this.#results.add({ lease, ended: report.ended });
        this.#woken.call();
        observer.attempted(report);
      },
    });
    this.#leases = new Leases(queue, this.#heartbeat.key, this.#bulkheads);
    this.#results = new ResultWriter({
      queue,
      failed: (error) => this.#pauseAfter(error, 'writing results'),
      isBusy: () => this.#bulkheads.running > 0,
      written: (batch, finalised) => this.#finish(batch, finalised),
    });
  }

  /** Slots that are taken, and all. */
  get slots() {
    return this.#bulkheads.slots;
  }

  /** Attempts in flight now. */
  get sending(): number {
    return this.#bulkheads.running;
  }

  start(): void {
    const { database, onPublication } = this.#options;
    this.#heartbeat.start();
    this.#closers.push(
      (deadline) => this.#heartbeat.stop(deadline),
      database.listen(DELIVERY_CHANNEL, () => this.wake()),
    );
    const off = onPublication(() => this.wake());
    this.#closers.push(async () => off());
    database.incarnation.onChange(() => this.#leases.forget());
    this.#loop = this.#run();
    this.#results.run(() => this.#stopping && this.sending === 0).catch(() => {});
  }

  /** Something may be due. */
  wake(): void {
    this.#mayBeDue = true;
    this.#woken.call();
  }

  /**
   * Begins no further attempt, and interrupts those in flight after 16 s. Takes 20 s at most, even when the database
   * hangs: another dispatcher then repeats the attempts whose results were not written.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const deadline = performance.now() + STOP_MS;
    this.#stopping = true;
    this.#woken.call();
    await waitAtMost(STOP_MS, this.#loop);
    while (this.sending > 0 && performance.now() < deadline) await sleep(10);
    this.#attempts.interrupt();
    this.#results.wake();
    const isWritten = () => this.#results.pending === 0 && this.sending === 0;
    const last = performance.now() + FINAL_WRITE_MS;
    while (!isWritten() && performance.now() < last) await sleep(5);
    const released = this.#leases.releaseAll();
    const left = last - performance.now();
    await waitAtMost(left, released).catch((error: unknown) =>
      this.#options.observer.failed(error, 'releasing leases'),
    );
    await Promise.all(this.#closers.map((close) => close(last)));
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#sendWhatIsDue();
      } catch (error) {
        this.#mayBeDue = true;
        await this.#pauseAfter(error, 'reading what is due');
      }
      const pause = Math.min(POLL_MS, this.#bulkheads.untilOverdue + 1);
      if (!this.#stopping) await this.#woken.pause(pause);
      if (this.#bulkheads.running > this.#options.concurrency / 2) await sleep(GATHER_MS);
    }
  }

  /** After a failure, usually of the database. A stop leaves little time. */
  async #pauseAfter(error: unknown, doing: string): Promise<void> {
    this.#options.observer.failed(error, doing);
    await sleep(SHORTEST_PAUSE_MS + (this.#stopping ? 0 : Math.random() * PAUSE_SPREAD_MS));
  }

  async #sendWhatIsDue(): Promise<void> {
    if (!this.#heartbeat.isSeen || this.#results.isBackedUp) return;
    if (this.#mayBeDue || performance.now() - this.#markedAt >= POLL_MS - 1) {
      this.#mayBeDue = false;
      this.#markedAt = performance.now();
      await this.#leases.markDue();
    }
    // Webhooks that are leased already come before the statements that lease more.
    await this.#sendNext();
    await this.#leases.lease();
    await this.#sendNext();
    if (await this.#leases.release()) this.#woken.call();
  }

  /** Sends until no delivery or slot is left, or PASS_MS have passed. */
  async #sendNext(): Promise<void> {
    const until = performance.now() + PASS_MS;
    while (!this.#stopping && !this.#results.isBackedUp) {
      const { found, asked } = this.#leases.turn();
      this.#attempts.send(found);
      if (performance.now() >= until) {
        this.#woken.call();
        return;
      }
      if (asked.length > 0) await this.#leases.read(asked);
      else if (found.length === 0) return;
    }
  }

  #finish(batch: readonly AttemptResult[], { written, failingTooLong, lost }: Finalised): void {
    const { observer } = this.#options;
    this.#leases.lost(lost, batch);
    if (written < batch.length) observer.leaseLost(batch.length - written);
    for (const webhook of failingTooLong) observer.failingTooLong(webhook);
    this.#woken.call();
  }
}
