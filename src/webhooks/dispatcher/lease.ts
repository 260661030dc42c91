import type { LeasedWebhook, NextDeliveries, NextRequest, ReadPosition } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';

/** The most attempts in flight to one webhook, beside an urgent one. */
export const SLOTS_PER_WEBHOOK = 4;
/** How many deliveries of the log, and of the retries that are due, are read at once. */
export const READ_AHEAD = 32;
/** What was read is sent within this time after its webhook was last seen unchanged, or read again. */
const FRESH_MS = 250;
/** What is at the head when so many holders have died since one wrote a result is put aside. */
const QUARANTINED_AT = 3;
/** The most deliveries in flight to a webhook when a process dies: its slots and an urgent one. */
const IN_FLIGHT = SLOTS_PER_WEBHOOK + 1;
/** A delivery that is on trial for so long holds up the trials of others no more. */
const TRIAL_MS = 1_000;

type Written = Pick<DueDelivery, 'id' | 'eventPosition' | 'isFromLog'>;

/** A webhook that this process serves: what was read of it, its deliveries in flight, and its position in the log. */
export class Lease {
  readonly webhookId: string;
  readonly epoch: number;
  /** By performance.now(). */
  readonly began = performance.now();
  /** When it last had a delivery in flight, by performance.now(). */
  usedAt = performance.now();
  /** Whether something may be due that is not read yet. */
  mayHaveMore = true;
  /** Whether something urgent may be. */
  mayHaveUrgent = true;
  /** Whether it is released as soon as none of its deliveries is in flight, because others wait. */
  isYielding = false;
  isSlow: boolean;
  /** Whether the database was restored since, which makes its position meaningless. */
  isForgotten = false;
  #crashes: number;
  /** The number of further deliveries that are sent one at a time: each may have ended a process. */
  #oneAtATimeLeft: number;
  #readUpTo: number;
  /** Read and not sent, in the order in which they are sent. */
  #ahead: DueDelivery[] = [];
  #urgentAhead: DueDelivery | null = null;
  /** When its webhook was last seen with the revision under which that was read, by performance.now(). */
  #unchangedAt = Number.NEGATIVE_INFINITY;
  #revision = 0;
  /** Deliveries whose results are not written: those of the log by position, those of rows by id. */
  readonly #positions = new Set<number>();
  readonly #rows = new Set<string>();
  /** The urgent one among the rows. */
  #urgent: string | null = null;

  constructor({ webhookId, epoch, position, isSlow, crashes }: LeasedWebhook) {
    this.webhookId = webhookId;
    this.epoch = epoch;
    // One on trial holds others up while it waits, so it does not wait behind those that hang.
    this.isSlow = isSlow && crashes === 0;
    this.#readUpTo = position;
    this.#crashes = crashes;
    this.#oneAtATimeLeft = crashes > 0 ? IN_FLIGHT : 0;
  }

  /** The deliveries with rows whose results are not written. */
  get rows(): Iterable<string> {
    return this.#rows;
  }

  /** Whether no delivery is in flight and every result is written. */
  get isIdle(): boolean {
    return this.#positions.size + this.#rows.size === 0;
  }

  /** Whether something waits to be sent, as far as is known. */
  get hasMore(): boolean {
    return this.mayHaveMore || this.#ahead.length > 0;
  }

  /** Whether something waits to be sent or read, urgent or not. */
  get isWaiting(): boolean {
    return this.hasMore || this.mayHaveUrgent || this.#urgentAhead !== null;
  }

  /** Whether a process died with a delivery of it in flight whose result may not be written yet. */
  get isOneAtATime(): boolean {
    return this.#oneAtATimeLeft > 0;
  }

  /** Whether no further webhook that a dead process served is leased meanwhile: one that hangs is not waited for. */
  get isOnTrial(): boolean {
    return this.#crashes > 0 && (this.isIdle || performance.now() - this.usedAt < TRIAL_MS);
  }

  /** Whether the delivery at its head is not sent: it was there whenever the last processes died. */
  get isQuarantined(): boolean {
    return this.#crashes >= QUARANTINED_AT;
  }

  /**
   * The free slots. A slot is taken until the attempt's result is written, so that a crash repeats no more attempts
   * than there are slots.
   */
  get room(): number {
    if (this.isYielding) return 0;
    if (this.isOneAtATime) return this.isIdle ? 1 : 0;
    const taken = this.#positions.size + this.#rows.size - (this.#urgent === null ? 0 : 1);
    return Math.max(0, (this.isSlow ? 1 : SLOTS_PER_WEBHOOK) - taken);
  }

  /** Whether an urgent delivery could be sent now. */
  get hasUrgentRoom(): boolean {
    if (this.#urgent !== null) return false;
    // One that cannot be released yet, since a receiver hangs, sends them meanwhile.
    if (this.isYielding && this.isIdle) return false;
    // One at a time it is the last: what ends processes stays at the head.
    return !this.isOneAtATime || (this.isIdle && !this.hasMore);
  }

  /** Whether something urgent may be due that could be sent now. */
  get lacksUrgent(): boolean {
    return this.mayHaveUrgent && this.#urgentAhead === null && this.hasUrgentRoom;
  }

  /** What is to be read before more can be sent; null: nothing, or nothing could be sent. */
  get lacking(): NextRequest | null {
    const ahead = this.isSlow ? 1 : READ_AHEAD;
    const take = this.mayHaveMore && this.#ahead.length === 0 && this.room > 0 ? ahead : 0;
    if (take === 0 && !this.lacksUrgent) return null;
    const urgent = this.#urgentAhead === null ? 1 : 0;
    return { webhookId: this.webhookId, epoch: this.epoch, after: this.#readUpTo, take, urgent };
  }

  /** Records what was read. @param readAt by performance.now() */
  read(next: NextDeliveries, { take, urgent }: Pick<NextRequest, 'take' | 'urgent'>, readAt: number): void {
    const { deliveries, head, revision } = next;
    const ordinary = deliveries.filter(({ isUrgent }) => !isUrgent);
    const logged = ordinary.filter(({ isFromLog }) => isFromLog);
    if (revision !== this.#revision) this.forgetRead();
    this.#revision = revision;
    this.unchanged(readAt);
    if (urgent > 0) {
      this.#urgentAhead = deliveries.find(({ isUrgent }) => isUrgent) ?? null;
      this.mayHaveUrgent = this.#urgentAhead !== null;
    }
    if (take > 0) {
      this.#ahead.push(...ordinary);
      this.#readUpTo = Math.max(this.#readUpTo, logged.at(-1)?.eventPosition ?? 0, logged.length < take ? head : 0);
      this.mayHaveMore = logged.length >= take || ordinary.length - logged.length >= take;
    }
    // What ended processes is not there any more.
    if (this.isIdle && !this.isWaiting) [this.#crashes, this.#oneAtATimeLeft] = [0, 0];
  }

  /** Its webhook had the revision under which it was read. @param at by performance.now() */
  unchanged(at: number): void {
    this.#unchangedAt = Math.max(this.#unchangedAt, at);
  }

  /** Forgets what could be sent now and may be out of date. @param now by performance.now() */
  refresh(now: number): void {
    if (now - this.#unchangedAt > FRESH_MS && (this.room > 0 || this.#urgentAhead !== null)) this.forgetRead();
  }

  /** Forgets what was read and is not sent: it is read again. */
  forgetRead(): void {
    if (this.#ahead.length > 0) {
      this.#readUpTo = Math.min(this.#readUpTo, this.#firstAhead - 1);
      this.#ahead = [];
      this.mayHaveMore = true;
    }
    if (this.#urgentAhead !== null) {
      this.#urgentAhead = null;
      this.mayHaveUrgent = true;
    }
  }

  /** Begins the urgent delivery, if there is one that may be sent now. */
  beginUrgent(): DueDelivery | null {
    const urgent = this.hasUrgentRoom ? this.#urgentAhead : null;
    if (urgent === null) return null;
    this.#urgentAhead = null;
    this.#urgent = urgent.id;
    return this.#begin(urgent);
  }

  /** Begins as many of the deliveries that were read as there are slots. */
  begin(slots: number): DueDelivery[] {
    const count = Math.min(slots, this.#ahead.length, this.room);
    return count === 0 ? [] : this.#ahead.splice(0, count).map((delivery) => this.#begin(delivery));
  }

  /** The webhook's place once these results are written. */
  placeAfter(written: readonly Written[]): ReadPosition {
    const open = new Set(this.#positions);
    for (const { eventPosition, isFromLog } of written) {
      if (isFromLog && eventPosition !== null) open.delete(eventPosition);
    }
    const first = Math.min(...open, this.#firstAhead);
    const position = this.isForgotten ? 0 : Math.min(this.#readUpTo, first - 1);
    const [isSlow, crashes, revision] = [this.isSlow, this.#crashes, this.#revision];
    return { webhookId: this.webhookId, epoch: this.epoch, position, isSlow, crashes, revision };
  }

  /** Records that these results are written. */
  written(written: readonly Written[]): void {
    this.usedAt = performance.now();
    this.#crashes = 0;
    for (const { id, eventPosition, isFromLog } of written) {
      if (id === this.#urgent) this.#urgent = null;
      if (!isFromLog) this.#rows.delete(id);
      else if (eventPosition !== null) this.#positions.delete(eventPosition);
    }
    this.#oneAtATimeLeft = this.isWaiting ? Math.max(0, this.#oneAtATimeLeft - written.length) : 0;
  }

  #begin(delivery: DueDelivery): DueDelivery {
    this.usedAt = performance.now();
    if (!delivery.isFromLog) this.#rows.add(delivery.id);
    else if (delivery.eventPosition !== null) this.#positions.add(delivery.eventPosition);
    return delivery;
  }

  /** The first position of the log among what is read and not sent; Infinity: none. */
  get #firstAhead(): number {
    return this.#ahead.find(({ isFromLog }) => isFromLog)?.eventPosition ?? Number.POSITIVE_INFINITY;
  }
}
