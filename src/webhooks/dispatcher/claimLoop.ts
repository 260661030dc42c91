import { setTimeout as sleep } from 'node:timers/promises';
import { WakeUp } from '../../wakeUp.ts';
import type { Backoff } from './backoff.ts';
import type { ClaimedDelivery, Claims } from './claims.ts';
import type { DeliveryQueue, EndedAttempt } from './deliveryQueue.ts';
import type { ClaimBatch, FairScheduler } from './fairScheduler.ts';

export interface ClaimLoopOptions {
  readonly queue: DeliveryQueue;
  readonly scheduler: FairScheduler;
  readonly backoff: Backoff;
  /** The key of this worker's lock; null while it holds none. */
  readonly worker: () => number | null;
  readonly concurrency: number;
  /** Slots that are free. */
  readonly free: () => number;
  /** Attempts that have ended and are not written yet. */
  readonly pendingResults: () => readonly Pick<EndedAttempt, 'webhookId' | 'token'>[];
  /** Begins to send; the attempts hold their slots when it returns. */
  readonly send: (claimed: readonly ClaimedDelivery[]) => Promise<void>;
}

/** Behind every wake-up. */
const POLL_MS = 1_000;
/**
 * Slots that become free so soon after a claim are filled together: a statement costs more than a row that it brings.
 */
const GATHER_MS = 4;
/** So many free slots, of all, are worth a claim at once. */
const WORTHWHILE_SHARE = 1 / 2;
/**
 * A claim that takes longer waits for a server that is away; what it claims is free as soon as this worker's lock is.
 */
const CLAIM_MS = 1_000;

/** Claims what is due, in batches, as slots become free. */
export class ClaimLoop {
  readonly #options: ClaimLoopOptions;
  readonly #betweenClaims = new WakeUp();
  #mustPoll = true;
  #nextDueAt = 0;
  readonly #gathered = new WakeUp();
  #isGathering = false;
  #claimedAt = 0;
  #stopping = false;
  #isClaiming = false;

  constructor(options: ClaimLoopOptions) {
    this.#options = options;
  }

  /** Whether a claim is under way: more may be sent. */
  get isClaiming(): boolean {
    return this.#isClaiming;
  }

  /** Something may be due. */
  poll(): void {
    this.#mustPoll = true;
    this.#betweenClaims.call();
  }

  /** A slot has become free. */
  slotFreed(): void {
    if (!this.#isGathering) this.#betweenClaims.call();
    else if (this.#isWorthwhile()) this.#gathered.call();
  }

  /** Something will be due in so many milliseconds. */
  dueIn(milliseconds: number): void {
    this.#nextDueAt = Math.min(this.#nextDueAt, performance.now() + milliseconds);
  }

  /** Claims nothing more. @returns when the claim under way has ended, or takes too long */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#betweenClaims.call();
    const deadline = performance.now() + CLAIM_MS;
    while (this.#isClaiming && performance.now() < deadline) await sleep(5);
  }

  async run(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#isClaiming = true;
        await this.#claimWhatIsDue();
      } catch (error) {
        this.#mustPoll = true;
        await this.#options.backoff.wait(error, 'claiming');
      } finally {
        this.#isClaiming = false;
      }
      const untilDue = Math.max(0, this.#nextDueAt - performance.now());
      await this.#betweenClaims.pause(Math.min(POLL_MS, untilDue, this.#untilFree()));
    }
  }

  /** Milliseconds until an attempt under way is overdue and its slot free; without a worker nobody could use it. */
  #untilFree(): number {
    const { worker, scheduler } = this.#options;
    return worker() === null ? Number.POSITIVE_INFINITY : scheduler.untilOverdue;
  }

  async #claimWhatIsDue(): Promise<void> {
    const { worker, scheduler } = this.#options;
    if (worker() === null) {
      this.#nextDueAt = performance.now() + POLL_MS;
      return;
    }
    if (this.#mustPoll || performance.now() >= this.#nextDueAt) await this.#poll();
    for (let batch = await this.#take(); batch !== null; batch = await this.#take()) {
      const key = worker();
      if (key === null || this.#stopping) {
        scheduler.requeue(batch);
        return;
      }
      await this.#claim(batch, key);
    }
  }

  /** The next turn, once so many slots are free that it is worth a statement. */
  async #take(): Promise<ClaimBatch | null> {
    const { scheduler, free } = this.#options;
    const rest = this.#claimedAt + GATHER_MS - performance.now();
    if (rest > 0 && !this.#isWorthwhile()) {
      this.#isGathering = true;
      await this.#gathered.pause(rest);
      this.#isGathering = false;
    }
    return scheduler.take(free());
  }

  #isWorthwhile(): boolean {
    const { concurrency, free } = this.#options;
    return free() >= concurrency * WORTHWHILE_SHARE;
  }

  /** Finds the webhooks that have something due, and when the next will. */
  async #poll(): Promise<void> {
    const { queue, scheduler, pendingResults } = this.#options;
    this.#mustPoll = false;
    let next = POLL_MS;
    const before = pendingResults();
    const waiting = await queue.waiting();
    // What is known of these here is newer than what was read, though some of it may have been written since.
    const known = new Set([...before, ...pendingResults()].map(({ webhookId }) => webhookId));
    for (const { webhookId, dueIn, isSilent } of waiting) {
      if (dueIn <= 0) scheduler.due(webhookId, known.has(webhookId) ? null : isSilent);
      else next = Math.min(next, dueIn);
    }
    this.#nextDueAt = performance.now() + next;
  }

  async #claim(batch: ClaimBatch, worker: number): Promise<void> {
    const { queue, scheduler, pendingResults, send } = this.#options;
    let claims: Claims;
    try {
      claims = await queue.claim({ ...batch, worker, ended: pendingResults().map(({ token }) => token) });
    } catch (error) {
      scheduler.requeue(batch);
      throw error;
    }
    this.#claimedAt = performance.now();
    scheduler.claimed(batch, claims);
    if (claims.claimed.length > 0) await send(claims.claimed);
  }
}
