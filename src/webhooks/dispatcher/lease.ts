import type { LeasedWebhook, Place } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';
import { ALONE } from './queueStatements.ts';

/** The most attempts in flight to one webhook, beside an urgent one. */
export const SLOTS_PER_WEBHOOK = 4;
/** What is at the head when so many holders have died since one wrote a result is put aside. */
const PUT_ASIDE = 3;
/** The most deliveries in flight to a webhook when a process dies: its slots and an urgent one. */
const IN_FLIGHT = SLOTS_PER_WEBHOOK + 1;

type Written = Pick<DueDelivery, 'id' | 'eventPosition' | 'isFromLog'>;

/** A webhook that this process serves: its deliveries in flight, and its position in the log. */
export class Lease {
  readonly webhookId: string;
  readonly epoch: number;
  /** By performance.now(). */
  readonly began = performance.now();
  /** When it last had a delivery in flight, by performance.now(). */
  usedAt = performance.now();
  /** Whether something may be due. */
  mayHaveMore = true;
  /** Whether something urgent may be. */
  mayHaveUrgent = true;
  /** Whether it is released as soon as none of its deliveries is in flight, because others wait. */
  isYielding = false;
  isSlow: boolean;
  /** Whether the database was restored since, which makes its position meaningless. */
  isForgotten = false;
  /** Whether it was leased after crashes that others wait behind (LEASE). */
  readonly isAlone: boolean;
  #crashes: number;
  /** The number of further deliveries that are sent one at a time: each may have killed a process. */
  #cautious: number;
  #readUpTo: number;
  /** Deliveries whose results are not written: those of the log by position, those of rows by id. */
  readonly #positions = new Set<number>();
  readonly #rows = new Set<string>();
  /** The urgent one among the rows. */
  #urgent: string | null = null;

  constructor({ webhookId, epoch, position, isSlow, crashes }: LeasedWebhook) {
    this.webhookId = webhookId;
    this.epoch = epoch;
    this.isSlow = isSlow;
    this.#readUpTo = position;
    this.#crashes = crashes;
    this.isAlone = crashes >= ALONE;
    this.#cautious = crashes > 0 ? IN_FLIGHT : 0;
  }

  /** The position up to which the log is read. */
  get readUpTo(): number {
    return this.#readUpTo;
  }

  /** The deliveries with rows whose results are not written. */
  get rows(): Iterable<string> {
    return this.#rows;
  }

  /** Whether no delivery is in flight and every result is written. */
  get isIdle(): boolean {
    return this.#positions.size + this.#rows.size === 0;
  }

  /** Whether a process died with a delivery of it in flight whose result may not be written yet. */
  get isOneAtATime(): boolean {
    return this.#cautious > 0;
  }

  /** Whether the delivery at its head is not sent: it was there whenever the last processes died. */
  get putsAside(): boolean {
    return this.#crashes >= PUT_ASIDE;
  }

  /** Chooses which of these are sent: one at a time the oldest, which no later ping or retry displaces. */
  choose(found: readonly DueDelivery[]): readonly DueDelivery[] {
    if (!this.isOneAtATime) return found;
    return [...found].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt)).slice(0, 1);
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

  /** The free slots for urgent deliveries. */
  get urgentRoom(): number {
    const isTaken = this.#urgent !== null || (this.isOneAtATime && !this.isIdle);
    return this.isYielding || isTaken || !this.mayHaveUrgent ? 0 : 1;
  }

  /**
   * Records which deliveries were read, and which of them are sent.
   * @param take how many were requested of the log, and of the retries that are due
   * @param head the last position of the log
   */
  read(found: readonly DueDelivery[], sent: readonly DueDelivery[], take: number, head: number): void {
    const urgent = found.filter(({ isUrgent }) => isUrgent).length;
    const logged = found.filter(({ isFromLog }) => isFromLog).length;
    this.mayHaveUrgent = urgent > 0;
    // What killed processes is not there any more.
    if (found.length === 0 && take > 0) this.#crashes = 0;
    if (sent.length === found.length && take > 0 && logged < take) this.#readUpTo = Math.max(this.#readUpTo, head);
    this.mayHaveMore = sent.length < found.length || logged >= take || found.length - urgent - logged >= take;
  }

  /** Records that a delivery is about to be sent. */
  begin({ id, eventPosition, isFromLog, isUrgent }: DueDelivery): void {
    this.usedAt = performance.now();
    if (isUrgent) this.#urgent = id;
    if (!isFromLog) this.#rows.add(id);
    else if (eventPosition !== null) {
      this.#positions.add(eventPosition);
      this.#readUpTo = Math.max(this.#readUpTo, eventPosition);
    }
  }

  /** The webhook's place once these results are written. */
  placeAfter(written: readonly Written[]): Place {
    const open = new Set(this.#positions);
    for (const { eventPosition, isFromLog } of written) {
      if (isFromLog && eventPosition !== null) open.delete(eventPosition);
    }
    const first = Math.min(...open);
    const position = this.isForgotten ? 0 : open.size === 0 ? this.#readUpTo : first - 1;
    return { webhookId: this.webhookId, epoch: this.epoch, position, isSlow: this.isSlow, crashes: this.#crashes };
  }

  /** Records that these results are written. */
  written(written: readonly Written[]): void {
    this.usedAt = performance.now();
    this.#crashes = 0;
    this.#cautious = Math.max(0, this.#cautious - written.length);
    for (const { id, eventPosition, isFromLog } of written) {
      if (id === this.#urgent) this.#urgent = null;
      if (!isFromLog) this.#rows.delete(id);
      else if (eventPosition !== null) this.#positions.delete(eventPosition);
    }
  }
}
