import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { DELIVERY_ATTEMPTS } from '../../graph/model/limits.ts';
import { DELIVERY_CHANNEL } from '../../graph/subscription/deliverySignal.ts';
import { WakeUp } from '../../wakeUp.ts';
import { Bodies } from './bodies.ts';
import {
  type ClaimedDelivery,
  type DeliveryQueue,
  ENDPOINT_CAP,
  type EndedAttempt,
  type FinalisedDelivery,
  WORKER_LOCKS,
} from './deliveryQueue.ts';
import { Rotation } from './rotation.ts';
import type { AttemptReport, Sender } from './sender.ts';

/** Who is told of what happens; every call returns at once. */
export interface DispatcherObserver {
  attempted(report: AttemptReport): void;
  /** Attempts whose claim had passed to another worker. */
  fenced(count: number): void;
  failed(error: unknown, doing: string): void;
  /** A subscription that has only failed for days. */
  hopeless(subscriptionId: string): void;
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

/** Behind every wake-up. */
const POLL_MS = 1_000;
const PATIENCE_MS = { shortest: 200, longest: 5_000 } as const;
/** So many attempts are finalised by one statement. */
const FINALISED_AT_ONCE = 256;
/** A stop waits for what is in flight, which ends by itself after 15 s; then it is interrupted. */
const STOP_MS = 16_000;
const FINAL_WRITE_MS = 4_000;
/** A claim that takes longer waits for a server that is away; what it claims is free as soon as this worker's lock is. */
const CLAIM_MS = 1_000;

/**
 * Claims what is due, sends it and writes how it ended, until it is stopped. Claims are made and attempts finalised in batches, each
 * as large as what came together while the batch before it was being written.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #bodies: Bodies;
  readonly #rotation = new Rotation();
  readonly #inFlight = new Map<string, number>();
  readonly #betweenClaims = new WakeUp();
  readonly #betweenWrites = new WakeUp();
  readonly #interrupt = new AbortController();
  readonly #closers: (() => Promise<void>)[] = [];
  #ended: EndedAttempt[] = [];
  #owners = new Map<string, string>();
  #sending = 0;
  #writing = 0;
  #worker: number | null = null;
  #mustLook = true;
  #nextDueAt = 0;
  #stopping = false;
  #isClaiming = false;
  #stopped: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#bodies = new Bodies(options.queue);
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
        this.wake();
      }),
      database.listen(DELIVERY_CHANNEL, () => this.wake()),
      onPublication(() => this.wake()),
    );
    database.incarnation.onChange(() => this.#bodies.clear());
    for (const run of [this.#keepClaiming(), this.#keepFreeing(), this.#keepWriting()]) run.catch(() => {});
  }

  /** Something may be due. */
  wake(): void {
    this.#mustLook = true;
    this.#betweenClaims.call();
  }

  /** Claims nothing more, lets what is in flight end, and interrupts what does not within 16 s. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping = true;
    this.#betweenClaims.call();
    const began = performance.now();
    const isPatient = (milliseconds: number) => performance.now() - began < milliseconds;
    while (this.#isClaiming && isPatient(CLAIM_MS)) await sleep(5);
    while (this.#sending > 0 && isPatient(STOP_MS)) await sleep(10);
    this.#interrupt.abort();
    this.#betweenWrites.call();
    const isWritten = () => this.#ended.length === 0 && this.#writing === 0 && this.#sending === 0;
    const deadline = performance.now() + FINAL_WRITE_MS;
    while (!isWritten() && performance.now() < deadline) await sleep(5);
    await Promise.all(this.#closers.map((close) => close()));
  }

  async #keepClaiming(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#isClaiming = true;
        await this.#claimWhatIsDue();
      } catch (error) {
        this.#mustLook = true;
        await this.#waitAfter(error, 'claiming');
      } finally {
        this.#isClaiming = false;
      }
      const untilDue = Math.max(0, this.#nextDueAt - performance.now());
      await this.#betweenClaims.pause(Math.min(POLL_MS, untilDue));
    }
  }

  async #claimWhatIsDue(): Promise<void> {
    if (this.#worker === null) {
      this.#nextDueAt = performance.now() + POLL_MS;
      return;
    }
    if (this.#mustLook || performance.now() >= this.#nextDueAt) await this.#look();
    for (;;) {
      const free = this.#options.concurrency - this.#sending;
      const candidates = this.#rotation.take(free, (it) => (this.#inFlight.get(it) ?? 0) < ENDPOINT_CAP);
      if (candidates.length === 0 || this.#worker === null || this.#stopping) {
        for (const candidate of candidates) this.#rotation.add(candidate);
        return;
      }
      await this.#claim(candidates, free, this.#worker);
    }
  }

  /** Finds the subscriptions that have something due, and when the next will. */
  async #look(): Promise<void> {
    this.#mustLook = false;
    let next = POLL_MS;
    for (const { subscriptionId, dueIn } of await this.#options.queue.waiting()) {
      if (dueIn <= 0) this.#rotation.add(subscriptionId);
      else next = Math.min(next, dueIn);
    }
    this.#nextDueAt = performance.now() + next;
  }

  async #claim(candidates: readonly string[], free: number, worker: number): Promise<void> {
    const perSubscription = Math.min(ENDPOINT_CAP, Math.max(1, Math.ceil(free / candidates.length)));
    const claimed = await this.#options.queue
      .claim({ subscriptions: candidates, wanted: free, perSubscription, worker })
      .catch((error: unknown) => {
        for (const candidate of candidates) this.#rotation.add(candidate);
        throw error;
      });
    const counts = new Map<string, number>();
    for (const { subscriptionId } of claimed) counts.set(subscriptionId, (counts.get(subscriptionId) ?? 0) + 1);
    // Whoever got all that he could get may have more; the others are found again by the next look.
    for (const subscription of candidates) {
      const count = counts.get(subscription) ?? 0;
      const isAtCap = (this.#inFlight.get(subscription) ?? 0) + count >= ENDPOINT_CAP;
      if (count === perSubscription || isAtCap || claimed.length >= free) this.#rotation.add(subscription);
    }
    if (claimed.length === 0 || this.#interrupt.signal.aborted) return;
    for (const { subscriptionId } of claimed) this.#count(subscriptionId, 1);
    this.#sending += claimed.length;
    const bodyOf = await this.#bodiesOf(claimed);
    for (const delivery of claimed) void this.#send(delivery, bodyOf);
  }

  /** They are claimed already: a database that goes away now is waited for. */
  async #bodiesOf(claimed: readonly ClaimedDelivery[]): Promise<(delivery: ClaimedDelivery) => Buffer> {
    for (;;) {
      try {
        return await this.#bodies.of(claimed);
      } catch (error) {
        await this.#waitAfter(error, 'reading bodies');
      }
    }
  }

  async #send(delivery: ClaimedDelivery, bodyOf: (delivery: ClaimedDelivery) => Buffer): Promise<void> {
    const { sender, observer } = this.#options;
    try {
      const report = await sender.send(delivery, bodyOf(delivery), this.#interrupt.signal);
      this.#owners.set(delivery.id, delivery.subscriptionId);
      this.#ended.push(report.ended);
      observer.attempted(report);
    } catch (error) {
      // Nothing was sent. The claim ends with its lease, so that a subscription whose secret cannot be opened is not tried at once.
      this.#count(delivery.subscriptionId, -1);
      observer.failed(error, `sending to subscription ${delivery.subscriptionId}`);
    }
    this.#sending -= 1;
    this.#betweenWrites.call();
    this.#betweenClaims.call();
  }

  async #keepWriting(): Promise<void> {
    while (!this.#stopping || this.#sending > 0 || this.#isClaiming || this.#ended.length > 0) {
      const batch = this.#ended.splice(0, FINALISED_AT_ONCE);
      if (batch.length === 0) await this.#betweenWrites.pause(POLL_MS);
      else await this.#write(batch);
    }
  }

  async #write(batch: readonly EndedAttempt[]): Promise<void> {
    this.#writing = batch.length;
    try {
      this.#finish(batch, await this.#options.queue.finalise(batch));
    } catch (error) {
      this.#ended.unshift(...batch);
      await this.#waitAfter(error, 'writing results');
    } finally {
      this.#writing = 0;
    }
  }

  #finish(batch: readonly EndedAttempt[], finalised: readonly FinalisedDelivery[]): void {
    const { observer } = this.#options;
    for (const { id, outcome, delay } of batch) {
      const owner = this.#owners.get(id);
      this.#owners.delete(id);
      if (owner !== undefined) this.#count(owner, -1);
      if (outcome === 'retry') this.#nextDueAt = Math.min(this.#nextDueAt, performance.now() + delay);
    }
    if (finalised.length < batch.length) observer.fenced(batch.length - finalised.length);
    for (const it of new Set(
      finalised.filter(({ hopeless }) => hopeless).map(({ subscriptionId }) => subscriptionId),
    )) {
      observer.hopeless(it);
    }
    this.#betweenClaims.call();
  }

  /** Frees what workers left behind that are gone, or that held it for longer than an attempt can take. */
  async #keepFreeing(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (this.#worker !== null) await this.#freeAbandoned(this.#worker);
      } catch (error) {
        this.#options.observer.failed(error, 'looking for abandoned deliveries');
      }
      await sleep(POLL_MS, undefined, { signal: this.#interrupt.signal }).catch(() => {});
    }
  }

  async #freeAbandoned(worker: number): Promise<void> {
    const abandoned = await this.#options.queue.abandoned(worker);
    if (abandoned.length === 0) return;
    const attempts = abandoned.map(({ id, token, kind, attempt, started, duration }): EndedAttempt => {
      const isOver = kind === 'ping' || attempt >= DELIVERY_ATTEMPTS;
      const outcome = isOver ? 'failed' : 'retry';
      return { id, token, outcome, delay: 0, started, duration, status: null, error: 'interrupted', body: null };
    });
    await this.#options.queue.finalise(attempts);
    this.wake();
  }

  async #waitAfter(error: unknown, doing: string): Promise<void> {
    this.#options.observer.failed(error, doing);
    const { shortest, longest } = PATIENCE_MS;
    await sleep(shortest + Math.random() * (this.#stopping ? shortest : longest - shortest) * 0.2);
  }

  #count(subscription: string, change: number): void {
    const count = (this.#inFlight.get(subscription) ?? 0) + change;
    if (count > 0) this.#inFlight.set(subscription, count);
    else this.#inFlight.delete(subscription);
  }
}
