import type { AttemptError } from '../../graph/model/vocabulary.ts';
import type { Claims } from './claims.ts';

/** Attempts in flight to one webhook, among all processes. */
export const SLOTS_PER_WEBHOOK = 4;
/** An attempt that takes longer makes its webhook a slow one. */
export const PROMPT_MS = 1_000;

/**
 * How a webhook's last attempt went: it ended within PROMPT_MS, its answer took longer, or none came in that time.
 * Nothing is known of one that this process has not asked yet.
 */
type Pace = 'unknown' | 'prompt' | 'late' | 'silent';

/** Those that are slow, late or silent, have one queue. */
type Queue = 'unknown' | 'slow' | 'prompt';

/** One that hangs gets a single slot until it has answered. */
const CAPS: Readonly<Record<Pace, number>> = {
  unknown: SLOTS_PER_WEBHOOK,
  prompt: SLOTS_PER_WEBHOOK,
  late: SLOTS_PER_WEBHOOK,
  silent: 1,
};

/**
 * Of the slots of this process, those that slow webhooks may fill together, and those that they and the unknown may.
 */
const SLOW_SHARE = 1 / 2;
const UNPROVEN_SHARE = 3 / 4;
/**
 * Webhooks that answered until now and hang together fill every slot at once. Those that are found out, beyond the
 * share of the slow, hold no slot of the others for the rest of their time, up to so many times the slots.
 */
const EXCUSED = 3;

interface ScheduledWebhook {
  readonly id: string;
  pace: Pace;
  /** Claimed and not ended. */
  inFlight: number;
  /** Whether something of it may be due. */
  isWaiting: boolean;
  /** Whether its slots among all processes were taken when it was last asked for; so until one of this process ends. */
  isFull: boolean;
}

/** Webhooks to claim for, each at most so much. */
export interface ClaimBatch {
  readonly webhooks: readonly string[];
  readonly wanted: number;
  readonly perWebhook: number;
}

export interface RunningAttempt {
  readonly webhook: string;
  /** By performance.now(). */
  readonly began: number;
  /** Whether it has taken longer than PROMPT_MS. */
  isOverdue: boolean;
}

/**
 * Whose turn it is: each webhook with something due, in the order in which they were last served. What is
 * slow, or may be, fills a part of the slots at most, so that however many webhooks hang, one that answers
 * finds a free slot. Those that all begin to hang in one second fill every slot for that second, and so again
 * for every further `concurrency` of them.
 */
export class FairScheduler {
  readonly #concurrency: number;
  readonly #webhooks = new Map<string, ScheduledWebhook>();
  readonly #queues: Readonly<Record<Queue, Set<string>>> = {
    unknown: new Set<string>(),
    slow: new Set<string>(),
    prompt: new Set<string>(),
  };
  readonly #inFlight: Record<Queue, number> = { unknown: 0, slow: 0, prompt: 0 };
  /** In the order in which they began. */
  readonly #underWay = new Set<RunningAttempt>();
  #overdue = 0;

  /** @param concurrency slots of this process */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Slots that are free. @param sending attempts in flight in this process */
  free(sending: number): number {
    this.#noticeSlow(performance.now() - PROMPT_MS);
    const excused = Math.min(Math.max(0, this.#overdue - this.#share(SLOW_SHARE)), this.#concurrency * EXCUSED);
    return this.#concurrency - sending + excused;
  }

  /** Milliseconds until the next attempt under way has taken too long; Infinity when none is. */
  get untilOverdue(): number {
    const [oldest] = this.#underWay;
    return oldest === undefined ? Number.POSITIVE_INFINITY : Math.max(0, oldest.began + PROMPT_MS - performance.now());
  }

  /**
   * Something is due. @param isSilent whether its last attempt, in any process, ran into the timeout; null: unknown
   */
  due(id: string, isSilent: boolean | null): void {
    const webhook = this.#of(id);
    webhook.isWaiting = true;
    webhook.isFull = false;
    if (isSilent === true && webhook.pace === 'unknown') this.#setPace(webhook, 'silent');
    // Another process was answered, or its URL is a new one.
    if (isSilent === false && webhook.pace === 'silent' && webhook.inFlight === 0) this.#setPace(webhook, 'unknown');
    this.#enqueue(webhook);
  }

  /** Takes the next turn out, if anybody has one. @param free see `free` */
  take(free: number): ClaimBatch | null {
    if (free <= 0) return null;
    const { unknown, slow } = this.#inFlight;
    const slowShare = this.#share(SLOW_SHARE);
    const unproven = Math.min(free, this.#share(UNPROVEN_SHARE) - unknown - Math.min(slow, slowShare));
    return (
      this.#takeFrom('unknown', unproven) ??
      this.#takeFrom('slow', Math.min(unproven, slowShare - slow)) ??
      this.#takeFrom('prompt', free)
    );
  }

  /** What a claim brought. A webhook that filled its slots may have more due; the others are found by the next poll. */
  claimed({ webhooks, wanted }: ClaimBatch, { claimed, full }: Claims): void {
    const mayHaveMore = new Set(claimed.length >= wanted ? webhooks : []);
    const counts = new Map<string, number>();
    for (const { webhookId, slots } of claimed) {
      const count = (counts.get(webhookId) ?? 0) + 1;
      counts.set(webhookId, count);
      if (count === slots) mayHaveMore.add(webhookId);
    }
    const withoutSlot = new Set(full);
    for (const id of webhooks) {
      const webhook = this.#of(id);
      this.#count(webhook, counts.get(id) ?? 0);
      webhook.isFull = withoutSlot.has(id);
      // What other processes hold alone is found again by the next look.
      webhook.isWaiting = mayHaveMore.has(id) || (webhook.isFull && webhook.inFlight > 0);
      this.#enqueue(webhook);
    }
  }

  /** A turn that was not used. */
  requeue({ webhooks }: ClaimBatch): void {
    for (const id of webhooks) {
      const webhook = this.#of(id);
      webhook.isWaiting = true;
      this.#enqueue(webhook);
    }
  }

  began(webhook: string): RunningAttempt {
    const attempt = { webhook, began: performance.now(), isOverdue: false };
    this.#underWay.add(attempt);
    return attempt;
  }

  /** An attempt has ended. @param result null when nothing was sent */
  ended(
    attempt: RunningAttempt,
    result: { readonly status: number | null; readonly error: AttemptError | null } | null,
  ): void {
    this.#underWay.delete(attempt);
    if (attempt.isOverdue) this.#overdue -= 1;
    const webhook = this.#of(attempt.webhook);
    this.#count(webhook, -1);
    webhook.isFull = false;
    if (result !== null && result.error !== 'interrupted' && result.error !== 'unsigned') {
      const isPrompt = performance.now() - attempt.began < PROMPT_MS;
      this.#setPace(webhook, isPrompt ? 'prompt' : result.status === null ? 'silent' : 'late');
    }
    this.#enqueue(webhook);
  }

  #takeFrom(queue: Queue, slots: number): ClaimBatch | null {
    if (slots <= 0) return null;
    const webhooks: string[] = [];
    for (const id of this.#queues[queue]) {
      if (webhooks.length >= slots) break;
      webhooks.push(id);
    }
    if (webhooks.length === 0) return null;
    for (const id of webhooks) this.#queues[queue].delete(id);
    // Late and silent ones wait together: the most cautious cap of a turn holds for all of it.
    const cap = Math.min(...webhooks.map((id) => CAPS[this.#of(id).pace]));
    const perWebhook = Math.min(cap, Math.ceil(slots / webhooks.length));
    return { webhooks, wanted: slots, perWebhook };
  }

  /** Those under way since before this instant show that their webhooks are slow. */
  #noticeSlow(before: number): void {
    for (const attempt of this.#underWay) {
      if (attempt.began > before) break;
      this.#underWay.delete(attempt);
      attempt.isOverdue = true;
      this.#overdue += 1;
      const webhook = this.#of(attempt.webhook);
      if (webhook.pace === 'late') continue;
      this.#setPace(webhook, 'silent');
      this.#enqueue(webhook);
    }
  }

  /** Puts it where it waits: at the end of its queue, or nowhere while it may have no more. */
  #enqueue(webhook: ScheduledWebhook): void {
    const { id, isWaiting, isFull, inFlight, pace } = webhook;
    const queue = this.#queues[queueOf(pace)];
    if (isWaiting && !isFull && inFlight < CAPS[pace]) queue.add(id);
    else queue.delete(id);
  }

  #setPace(webhook: ScheduledWebhook, pace: Pace): void {
    const [from, to] = [queueOf(webhook.pace), queueOf(pace)];
    if (from !== to) {
      this.#queues[from].delete(webhook.id);
      this.#inFlight[from] -= webhook.inFlight;
      this.#inFlight[to] += webhook.inFlight;
    }
    webhook.pace = pace;
  }

  #count(webhook: ScheduledWebhook, change: number): void {
    webhook.inFlight += change;
    this.#inFlight[queueOf(webhook.pace)] += change;
  }

  #share(part: number): number {
    return Math.max(1, Math.floor(this.#concurrency * part));
  }

  #of(id: string): ScheduledWebhook {
    let webhook = this.#webhooks.get(id);
    if (webhook === undefined) {
      webhook = { id, pace: 'unknown', inFlight: 0, isWaiting: false, isFull: false };
      this.#webhooks.set(id, webhook);
    }
    return webhook;
  }
}

function queueOf(pace: Pace): Queue {
  return pace === 'late' || pace === 'silent' ? 'slow' : pace;
}
