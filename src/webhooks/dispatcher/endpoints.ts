import type { AttemptError } from '../../graph/model/vocabulary.ts';
import type { Claims } from './claims.ts';

/** Attempts in flight to one subscription, among all processes. */
export const ENDPOINT_CAP = 4;
/** An attempt that takes longer makes its endpoint a slow one. */
export const PROMPT_MS = 1_000;

/**
 * How an endpoint's last attempt went: it ended within PROMPT_MS, its answer took longer, or none came in that time. Nothing is known
 * of one that this process has not asked yet.
 */
type Pace = 'unknown' | 'prompt' | 'late' | 'silent';

/** Those that are slow, late or silent, have one queue. */
type Queue = 'unknown' | 'slow' | 'prompt';

/** One that hangs gets a single slot until it has answered. */
const CAPS: Readonly<Record<Pace, number>> = {
  unknown: ENDPOINT_CAP,
  prompt: ENDPOINT_CAP,
  late: ENDPOINT_CAP,
  silent: 1,
};

/** Of the slots of this process, those that slow endpoints may fill together, and those that they and the unknown may. */
const SLOW_SHARE = 1 / 2;
const UNPROVEN_SHARE = 3 / 4;
/**
 * Endpoints that answered until now and hang together fill every slot at once. Those that are found out, beyond the share of the slow,
 * hold no slot of the others for the rest of their time, up to so many times the slots.
 */
const EXCUSED = 3;

interface Endpoint {
  readonly id: string;
  pace: Pace;
  /** Claimed and not ended. */
  inFlight: number;
  /** Whether something of it may be due. */
  isWaiting: boolean;
  /** Whether its slots among all processes were taken when it was last asked for; so until one of this process ends. */
  isFull: boolean;
}

/** Subscriptions to claim for, each at most so much. */
export interface Turn {
  readonly subscriptions: readonly string[];
  readonly wanted: number;
  readonly perSubscription: number;
}

export interface AttemptUnderWay {
  readonly endpoint: string;
  /** By performance.now(). */
  readonly began: number;
  /** Whether it has taken longer than PROMPT_MS. */
  isOverdue: boolean;
}

/**
 * Whose turn it is: each subscription with something due, in the order in which they were last served. What is slow, or may be, fills a
 * part of the slots at most, so that however many endpoints hang, one that answers finds a free slot. Those that all begin to hang in
 * one second fill every slot for that second, and so again for every further `concurrency` of them.
 */
export class Endpoints {
  readonly #concurrency: number;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #queues: Readonly<Record<Queue, Set<string>>> = {
    unknown: new Set<string>(),
    slow: new Set<string>(),
    prompt: new Set<string>(),
  };
  readonly #inFlight: Record<Queue, number> = { unknown: 0, slow: 0, prompt: 0 };
  /** In the order in which they began. */
  readonly #underWay = new Set<AttemptUnderWay>();
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

  /** Something is due. @param isSilent whether its last attempt, whoever made it, waited in vain; null: that is not known */
  due(id: string, isSilent: boolean | null): void {
    const endpoint = this.#of(id);
    endpoint.isWaiting = true;
    endpoint.isFull = false;
    if (isSilent === true && endpoint.pace === 'unknown') this.#setPace(endpoint, 'silent');
    // Another process was answered, or its URL is a new one.
    if (isSilent === false && endpoint.pace === 'silent' && endpoint.inFlight === 0) this.#setPace(endpoint, 'unknown');
    this.#enqueue(endpoint);
  }

  /** Takes the next turn out, if anybody has one. @param free see `free` */
  take(free: number): Turn | null {
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

  /** What a turn brought. Whoever got all that he could may have more; the others are found again by the next look. */
  claimed({ subscriptions, wanted }: Turn, { claimed, full }: Claims): void {
    const mayHaveMore = new Set(claimed.length >= wanted ? subscriptions : []);
    const counts = new Map<string, number>();
    for (const { subscriptionId, slots } of claimed) {
      const count = (counts.get(subscriptionId) ?? 0) + 1;
      counts.set(subscriptionId, count);
      if (count === slots) mayHaveMore.add(subscriptionId);
    }
    const withoutSlot = new Set(full);
    for (const id of subscriptions) {
      const endpoint = this.#of(id);
      this.#count(endpoint, counts.get(id) ?? 0);
      endpoint.isFull = withoutSlot.has(id);
      // What other processes hold alone is found again by the next look.
      endpoint.isWaiting = mayHaveMore.has(id) || (endpoint.isFull && endpoint.inFlight > 0);
      this.#enqueue(endpoint);
    }
  }

  /** A turn that was not used. */
  putBack({ subscriptions }: Turn): void {
    for (const id of subscriptions) {
      const endpoint = this.#of(id);
      endpoint.isWaiting = true;
      this.#enqueue(endpoint);
    }
  }

  began(endpoint: string): AttemptUnderWay {
    const attempt = { endpoint, began: performance.now(), isOverdue: false };
    this.#underWay.add(attempt);
    return attempt;
  }

  /** An attempt has ended. @param result null when nothing was sent */
  ended(
    attempt: AttemptUnderWay,
    result: { readonly status: number | null; readonly error: AttemptError | null } | null,
  ): void {
    this.#underWay.delete(attempt);
    if (attempt.isOverdue) this.#overdue -= 1;
    const endpoint = this.#of(attempt.endpoint);
    this.#count(endpoint, -1);
    endpoint.isFull = false;
    if (result !== null && result.error !== 'interrupted' && result.error !== 'unsigned') {
      const isPrompt = performance.now() - attempt.began < PROMPT_MS;
      this.#setPace(endpoint, isPrompt ? 'prompt' : result.status === null ? 'silent' : 'late');
    }
    this.#enqueue(endpoint);
  }

  #takeFrom(queue: Queue, slots: number): Turn | null {
    if (slots <= 0) return null;
    const subscriptions: string[] = [];
    for (const id of this.#queues[queue]) {
      if (subscriptions.length >= slots) break;
      subscriptions.push(id);
    }
    if (subscriptions.length === 0) return null;
    for (const id of subscriptions) this.#queues[queue].delete(id);
    // Late and silent ones wait together: the most cautious cap of a turn holds for all of it.
    const cap = Math.min(...subscriptions.map((id) => CAPS[this.#of(id).pace]));
    const perSubscription = Math.min(cap, Math.ceil(slots / subscriptions.length));
    return { subscriptions, wanted: slots, perSubscription };
  }

  /** Those under way since before this instant show that their endpoints are slow. */
  #noticeSlow(before: number): void {
    for (const attempt of this.#underWay) {
      if (attempt.began > before) break;
      this.#underWay.delete(attempt);
      attempt.isOverdue = true;
      this.#overdue += 1;
      const endpoint = this.#of(attempt.endpoint);
      if (endpoint.pace === 'late') continue;
      this.#setPace(endpoint, 'silent');
      this.#enqueue(endpoint);
    }
  }

  /** Puts it where it waits: at the end of its queue, or nowhere while it may have no more. */
  #enqueue(endpoint: Endpoint): void {
    const { id, isWaiting, isFull, inFlight, pace } = endpoint;
    const queue = this.#queues[queueOf(pace)];
    if (isWaiting && !isFull && inFlight < CAPS[pace]) queue.add(id);
    else queue.delete(id);
  }

  #setPace(endpoint: Endpoint, pace: Pace): void {
    const [from, to] = [queueOf(endpoint.pace), queueOf(pace)];
    if (from !== to) {
      this.#queues[from].delete(endpoint.id);
      this.#inFlight[from] -= endpoint.inFlight;
      this.#inFlight[to] += endpoint.inFlight;
    }
    endpoint.pace = pace;
  }

  #count(endpoint: Endpoint, change: number): void {
    endpoint.inFlight += change;
    this.#inFlight[queueOf(endpoint.pace)] += change;
  }

  #share(part: number): number {
    return Math.max(1, Math.floor(this.#concurrency * part));
  }

  #of(id: string): Endpoint {
    let endpoint = this.#endpoints.get(id);
    if (endpoint === undefined) {
      endpoint = { id, pace: 'unknown', inFlight: 0, isWaiting: false, isFull: false };
      this.#endpoints.set(id, endpoint);
    }
    return endpoint;
  }
}

function queueOf(pace: Pace): Queue {
  return pace === 'late' || pace === 'silent' ? 'slow' : pace;
}
