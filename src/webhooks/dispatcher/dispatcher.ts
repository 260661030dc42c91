import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { DELIVERY_CHANNEL } from '../../graph/webhook/deliverySignal.ts';
import { AbandonedClaims } from './abandonedClaims.ts';
import { Backoff } from './backoff.ts';
import { ClaimLoop } from './claimLoop.ts';
import type { ClaimedDelivery } from './claims.ts';
import { type DeliveryQueue, type EndedAttempt, type Finalised, WORKER_LOCKS } from './deliveryQueue.ts';
import { FairScheduler } from './fairScheduler.ts';
import { PayloadCache } from './payloadCache.ts';
import { ResultWriter } from './resultWriter.ts';
import type { AttemptReport, Sender } from './sender.ts';

/** Who is told of what happens; every call returns at once. */
export interface DispatcherObserver {
  attempted(report: AttemptReport): void;
  /** Attempts whose claim had passed to another worker. */
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
  /** Attempts in flight in this process. */
  readonly concurrency: number;
  /** Calls back at every publication, whichever process made it. @returns how to stop */
  readonly onPublication: (wake: () => void) => () => Promise<void>;
}

/** A stop waits for what is in flight, which ends by itself after 15 s; then it is interrupted. */
const STOP_MS = 16_000;
const FINAL_WRITE_MS = 4_000;

/** Claims what is due, sends it and writes how it ended, until it is stopped. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #payloads: PayloadCache;
  readonly #scheduler: FairScheduler;
  readonly #backoff: Backoff;
  readonly #claims: ClaimLoop;
  readonly #abandoned: AbandonedClaims;
  readonly #results: ResultWriter;
  readonly #interrupt = new AbortController();
  readonly #closers: (() => Promise<void>)[] = [];
  #sending = 0;
  #worker: number | null = null;
  #stopping = false;
  #stopped: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    const { queue, concurrency, observer } = options;
    this.#options = options;
    this.#payloads = new PayloadCache(queue);
    this.#scheduler = new FairScheduler(concurrency);
    this.#backoff = new Backoff((error, doing) => observer.failed(error, doing));
    const parts = {
      ...{ queue, scheduler: this.#scheduler, backoff: this.#backoff },
      worker: () => this.#worker,
      pendingResults: () => this.#results.pendingResults,
    };
    this.#claims = new ClaimLoop({
      ...parts,
      concurrency,
      free: () => this.#free(),
      send: (claimed) => this.#sendAll(claimed),
    });
    this.#abandoned = new AbandonedClaims({ ...parts, freed: () => this.wake() });
    this.#results = new ResultWriter({
      ...parts,
      isBusy: () => this.#sending > concurrency / 2,
      written: (batch, finalised) => this.#finish(batch, finalised),
    });
    // Every attempt in flight listens.
    setMaxListeners(0, this.#interrupt.signal);
  }

  /** Attempts in flight now. */
  get sending(): number {
    return this.#sending;
  }

  start(): void {
    const { database, onPublication } = this.#options;
    this.#closers.push(
      database.holdLock(WORKER_LOCKS, (key) => {
        this.#worker = key;
        this.#abandoned.wake();
        this.wake();
      }),
      database.listen(DELIVERY_CHANNEL, () => this.wake()),
      onPublication(() => this.wake()),
    );
    database.incarnation.onChange(() => this.#payloads.clear());
    const isOver = () => this.#stopping && this.#sending === 0 && !this.#claims.isClaiming;
    for (const run of [this.#claims.run(), this.#abandoned.run(), this.#results.run(isOver)]) run.catch(() => {});
  }

  /** Something may be due. */
  wake(): void {
    this.#claims.poll();
  }

  /** Claims nothing more, lets what is in flight end, and interrupts what does not within 16 s. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const deadline = performance.now() + STOP_MS;
    this.#stopping = true;
    this.#backoff.isShort = true;
    this.#abandoned.stop();
    await this.#claims.stop();
    while (this.#sending > 0 && performance.now() < deadline) await sleep(10);
    this.#interrupt.abort();
    this.#results.wake();
    const isWritten = () => this.#results.pendingResults.length === 0 && this.#sending === 0;
    const last = performance.now() + FINAL_WRITE_MS;
    while (!isWritten() && performance.now() < last) await sleep(5);
    await Promise.all(this.#closers.map((close) => close()));
  }

  #free(): number {
    // Asked when results are behind, too: until it has noticed who is overdue, the loop of claims does not rest.
    const free = this.#scheduler.free(this.#sending);
    return this.#results.isBackedUp ? 0 : free;
  }

  async #sendAll(claimed: readonly ClaimedDelivery[]): Promise<void> {
    this.#sending += claimed.length;
    const bodyOf = await this.#payloadsOf(claimed);
    const { observer } = this.#options;
    for (const delivery of claimed) {
      this.#send(delivery, bodyOf).catch((error: unknown) => observer.failed(error, 'telling of an attempt'));
    }
  }

  /** They are claimed already: a database that goes away now is waited for. */
  async #payloadsOf(claimed: readonly ClaimedDelivery[]): Promise<(delivery: ClaimedDelivery) => Buffer> {
    for (;;) {
      try {
        return await this.#payloads.of(claimed);
      } catch (error) {
        await this.#backoff.wait(error, 'reading bodies');
      }
    }
  }

  async #send(delivery: ClaimedDelivery, bodyOf: (delivery: ClaimedDelivery) => Buffer): Promise<void> {
    const attempt = this.#scheduler.began(delivery.webhookId);
    const report = await this.#attempt(delivery, bodyOf);
    this.#scheduler.ended(attempt, report?.result ?? null);
    // Nothing was sent: the claim ends with its lease, so that a webhook whose
    // secret cannot be opened is not tried at once.
    if (report !== null) this.#results.add(report.ended);
    this.#sending -= 1;
    this.#claims.slotFreed();
    if (report !== null) this.#options.observer.attempted(report);
  }

  /** @returns null when nothing was sent */
  async #attempt(
    delivery: ClaimedDelivery,
    bodyOf: (delivery: ClaimedDelivery) => Buffer,
  ): Promise<AttemptReport | null> {
    const { sender, observer } = this.#options;
    try {
      return await sender.send(delivery, bodyOf(delivery), this.#interrupt.signal);
    } catch (error) {
      observer.failed(error, `sending to webhook ${delivery.webhookId}`);
      return null;
    }
  }

  #finish(batch: readonly EndedAttempt[], { written, failingTooLong }: Finalised): void {
    const { observer } = this.#options;
    for (const { outcome, delay } of batch) if (outcome === 'retry') this.#claims.dueIn(delay);
    if (written < batch.length) observer.leaseLost(batch.length - written);
    for (const webhook of failingTooLong) observer.failingTooLong(webhook);
    this.#claims.slotFreed();
  }
}
