import type { Found } from './attempts.ts';
import type { Bulkheads } from './bulkheads.ts';
import type { DeliveryQueue, NextDeliveries, NextRequest } from './deliveryQueue.ts';
import { Lease } from './lease.ts';
import type { AttemptResult } from './resultWriter.ts';

/** How long an idle webhook keeps its lease. */
const LINGER_MS = 2_000;
/** How long a webhook is served while others wait. */
const TURN_MS = 1_000;
/** The time in which webhooks that are idle are gathered: one statement releases them. */
const RELEASE_MS = 100;
/** The most webhooks of which a statement reads what is next. */
const READ_AT_ONCE = 128;

/** The webhooks that this process serves. */
export class Leases {
  readonly #queue: DeliveryQueue;
  readonly #dispatcher: number;
  readonly #bulkheads: Bulkheads;
  readonly #leases = new Map<string, Lease>();
  /** Those that may have something to send, the least recently served first. */
  readonly #waiting = new Set<Lease>();
  /** Those of dead dispatchers. */
  readonly #interrupted = new Set<Lease>();
  /** The position up to which events have made their webhooks due. */
  #markedUpTo: number | null = null;
  /** Whether more webhooks may be due than are leased: prompt, slow and urgent ones, and those of dead dispatchers. */
  readonly #others = { prompt: true, slow: true, urgent: true, interrupted: true };
  /** Whether that is a guess, since no statement has looked since something was due. */
  #isGuess = true;
  /** Lost leases, and those of webhooks that have ended: whether something is due is left to others. */
  readonly #empty: Lease[] = [];
  #releasedAt = 0;
  /** Whether a statement about leases failed, so that this dispatcher may hold leases that it does not know. */
  #isDoubtful = false;
  /** Counts the restores of the database. */
  #restores = 0;

  constructor(queue: DeliveryQueue, dispatcher: number, bulkheads: Bulkheads) {
    this.#queue = queue;
    this.#dispatcher = dispatcher;
    this.#bulkheads = bulkheads;
  }

  /** Finds the webhooks that new events concern, leased or not, and those with something due by time or by hand. */
  async markDue(): Promise<void> {
    const [restores, after] = [this.#restores, this.#isDoubtful ? null : this.#markedUpTo];
    if (this.#isDoubtful) await this.#queue.freeUnknown(this.#dispatcher, [...this.#leases.keys()]);
    this.#isDoubtful = false;
    // Until its answer is here, every webhook may have something.
    this.#markedUpTo = null;
    const { head, news, due } = await this.#queue.markDue(this.#dispatcher, after);
    const isAll = after === null || head < after;
    // After the head was read, so that one of the two statements finds each event.
    if (isAll) await this.#queue.checkDue(null);
    if (restores === this.#restores) this.#markedUpTo = head;
    const all = [...this.#leases.keys()];
    for (const webhook of isAll ? all : [...news, ...due]) this.#mark(webhook, 'mayHaveMore');
    for (const webhook of isAll ? all : due) this.#mark(webhook, 'mayHaveUrgent');
    // What is due again comes before what was read of the log.
    for (const webhook of due) this.#leases.get(webhook)?.forgetRead();
    Object.assign(this.#others, { prompt: true, slow: true, urgent: true, interrupted: true });
    this.#isGuess = true;
  }

  /** Leases due webhooks: as many as there are slots, so that the next are read while these are sent. */
  async lease(): Promise<void> {
    const [prompt, slow] = [this.#wanted('prompt'), this.#wanted('slow')];
    const urgent = this.#others.urgent ? this.#bulkheads.free('urgent') : 0;
    const isTrial = [...this.#interrupted].some(({ isOnTrial }) => isOnTrial);
    const interrupted = this.#others.interrupted && !isTrial ? this.#bulkheads.slots.total.prompt : 0;
    this.#isGuess = false;
    if (prompt + slow + urgent + interrupted === 0) return;
    const request = { prompt, slow, urgent, interrupted };
    const leased = await this.#doubting(this.#queue.lease(this.#dispatcher, request));
    for (const webhook of leased) {
      const lease = new Lease(webhook);
      this.#leases.set(webhook.webhookId, lease);
      this.#waiting.add(lease);
      if (webhook.crashes > 0) this.#interrupted.add(lease);
    }
    const count = (isIt: (webhook: (typeof leased)[number]) => boolean) => leased.filter(isIt).length;
    if (prompt > 0) this.#others.prompt = count(({ isSlow, crashes }) => !isSlow && crashes === 0) >= prompt;
    if (slow > 0) this.#others.slow = count(({ isSlow, crashes }) => isSlow && crashes === 0) >= slow;
    if (urgent > 0) this.#others.urgent = count(({ isUrgent }) => isUrgent) >= urgent;
    if (interrupted > 0) this.#others.interrupted = count(({ crashes }) => crashes > 0) > 0;
  }

  /**
   * Gives the free slots to the webhooks that wait, in turn: only who was given one moves to the end. What is asked for
   * is read before others get a slot.
   */
  turn(): { readonly found: readonly Found[]; readonly asked: readonly NextRequest[] } {
    const now = performance.now();
    const free = { prompt: this.#bulkheads.free('prompt'), slow: this.#bulkheads.free('slow') };
    let freeUrgent = this.#bulkheads.free('urgent');
    const found: Found[] = [];
    /** Of those that a slot is free for, and of the others, which are read along with them. */
    const [wanted, early]: [NextRequest[], NextRequest[]] = [[], []];
    for (const lease of [...this.#waiting]) {
      const kind = lease.isSlow ? 'slow' : 'prompt';
      lease.refresh(now);
      const urgent = freeUrgent > 0 ? lease.beginUrgent() : null;
      if (urgent !== null) freeUrgent -= 1;
      const begun = lease.begin(free[kind]);
      free[kind] -= begun.length;
      for (const delivery of urgent === null ? begun : [urgent, ...begun]) found.push({ lease, delivery });
      const { lacking } = lease;
      const isFree = (free[kind] > 0 && (lacking?.take ?? 0) > 0) || (freeUrgent > 0 && lease.lacksUrgent);
      if (lacking !== null) (isFree ? wanted : early).push(lacking);
      if (begun.length > 0 || !lease.isWaiting) this.#waiting.delete(lease);
      if (begun.length > 0 && lease.isWaiting) this.#waiting.add(lease);
    }
    return { found, asked: wanted.length === 0 ? [] : [...wanted, ...early].slice(0, READ_AT_ONCE) };
  }

  /** Reads what is next of these webhooks. */
  async read(asked: readonly NextRequest[]): Promise<void> {
    const rows = asked.flatMap(({ webhookId }) => [...(this.#leases.get(webhookId)?.rows ?? [])]);
    const read = await this.#queue.next(asked, rows);
    const readAt = performance.now();
    for (const request of asked) this.#read(request, read.get(request.webhookId), readAt);
  }

  /**
   * Releases webhooks that are idle, and those that had their turn while others wait. One that should yield continues
   * where no others wait any more.
   * @returns whether another pass would send or lease something, though no attempt ends before it
   */
  async release(): Promise<boolean> {
    const now = performance.now();
    const over: Lease[] = [];
    let [isYielded, isResumed] = [false, false];
    for (const lease of this.#leases.values()) {
      const othersWait = this.#others[lease.isSlow ? 'slow' : 'prompt'];
      const hadTurn = lease.hasMore && !lease.isOneAtATime && now - lease.began >= TURN_MS;
      isResumed ||= lease.isYielding && !othersWait;
      lease.isYielding = othersWait && (lease.isYielding || hadTurn);
      if (!lease.isIdle || !(lease.isYielding || (!lease.isWaiting && now - lease.usedAt >= LINGER_MS))) continue;
      isYielded ||= lease.isYielding;
      over.push(lease);
    }
    if (isYielded || now - this.#releasedAt >= RELEASE_MS) {
      this.#releasedAt = now;
      for (const lease of this.#empty) {
        lease.forgetRead();
        lease.mayHaveMore = false;
      }
      await this.#release([...this.#empty.splice(0), ...over]);
    }
    return isResumed || this.#wanted('prompt') + this.#wanted('slow') > 0;
  }

  /**
   * Releases all webhooks for the stop. One with unwritten results keeps its lease, so that others wait until this
   * dispatcher is gone.
   */
  async releaseAll(): Promise<void> {
    await this.#release([...this.#leases.values()].filter(({ isIdle }) => isIdle));
  }

  /** Drops the leases of webhooks that other dispatchers hold by now, or that have ended. */
  lost(webhooks: readonly string[], batch: readonly AttemptResult[]): void {
    if (webhooks.length === 0) return;
    for (const lease of new Set(batch.map((result) => result.lease))) {
      if (!webhooks.includes(lease.webhookId)) continue;
      this.#drop(lease);
      this.#empty.push(lease);
    }
  }

  /** Drops everything after a restore of the database. */
  forget(): void {
    for (const lease of this.#leases.values()) lease.isForgotten = true;
    this.#leases.clear();
    this.#waiting.clear();
    this.#interrupted.clear();
    this.#restores += 1;
    this.#isDoubtful = true;
  }

  async #release(leases: readonly Lease[]): Promise<void> {
    if (leases.length === 0) return;
    for (const lease of leases) this.#drop(lease);
    const places = leases.map((lease) => ({ ...lease.placeAfter([]), isDone: !lease.hasMore }));
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

  /**
   * How many to lease. They are leased many at a time, and while one of their slots is free. One is looked for whenever
   * more may be due, since prompt webhooks make way for others.
   */
  #wanted(kind: 'prompt' | 'slow'): number {
    if (!this.#others[kind]) return 0;
    const free = this.#bulkheads.free(kind);
    const inHand = [...this.#waiting].filter((lease) => lease.isSlow === (kind === 'slow') && lease.room > 0).length;
    if (kind === 'slow') return Math.max(0, free - inHand);
    const slots = this.#bulkheads.slots.total.prompt;
    return free === 0 || inHand > slots / 2 ? Number(this.#isGuess) : slots - inHand;
  }

  #mark(webhook: string, what: 'mayHaveMore' | 'mayHaveUrgent'): void {
    const lease = this.#leases.get(webhook);
    if (lease === undefined) return;
    lease[what] = true;
    this.#waiting.add(lease);
  }

  #read(request: NextRequest, next: NextDeliveries | undefined, readAt: number): void {
    const lease = this.#leases.get(request.webhookId);
    if (lease?.epoch !== request.epoch) return;
    if (next !== undefined) {
      lease.read(next, request, readAt);
      return;
    }
    this.#drop(lease);
    this.#empty.push(lease);
  }

  #drop(lease: Lease): void {
    if (this.#leases.get(lease.webhookId) === lease) this.#leases.delete(lease.webhookId);
    this.#waiting.delete(lease);
    this.#interrupted.delete(lease);
  }
}
