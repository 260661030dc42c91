import type { LeasedWebhook, Place } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';

/** Attempts in flight to one webhook, beside an urgent one. */
export const SLOTS_PER_WEBHOOK = 4;
/**
 * How often processes have ended with a delivery in flight. The first end concerns everything that was in flight, the
 * second one delivery of each webhook. From then on it is sent while no other suspect is, and it is put aside when
 * three more have ended so.
 */
const SUSPECTED = 2;
const PUT_ASIDE = SUSPECTED + 3;
/** In flight to a webhook when a process ends: its slots and an urgent one. */
const IN_FLIGHT = SLOTS_PER_WEBHOOK + 1;

type Written = Pick<DueDelivery, 'id' | 'eventPosition' | 'isFromLog'>;

/** A webhook that this process serves: what of it is under way, and how far it has read the log. */
export class Lease {
  readonly webhookId: string;
  readonly epoch: number;
  /** By performance.now(). */
  readonly began = performance.now();
  /** When something of it was last under way, by performance.now(). */
  usedAt = performance.now();
  /** Whether something may be due. */
  mayHaveMore = true;
  /** Whether something urgent may be. */
  mayHaveUrgent = true;
  /** Whether it is to be given back as soon as nothing of it is under way, for others wait. */
  isYielding = false;
  isSlow: boolean;
  /** Whether the database was restored since: then its place means nothing. */
  isForgotten = false;
  #crashes: number;
  #suspectId: string | null;
  /** So many more are sent one at a time: each may have ended a process. */
  #cautious: number;
  #readUpTo: number;
  /** Deliveries that are sent and not written: of the log by position, of rows by id. */
  readonly #positions = new Set<number>();
  readonly #rows = new Set<string>();
  /** The urgent one of the rows. */
  #urgent: string | null = null;

  constructor({ webhookId, epoch, position, isSlow, crashes, suspectId }: LeasedWebhook) {
    this.webhookId = webhookId;
    this.epoch = epoch;
    this.isSlow = isSlow;
    this.#readUpTo = position;
    this.#crashes = crashes;
    this.#suspectId = suspectId;
    this.#cautious = crashes > 0 ? IN_FLIGHT : 0;
  }

  /** The log is read up to here. */
  get readUpTo(): number {
    return this.#readUpTo;
  }

  /** Deliveries that have rows, are sent and not written. */
  get rows(): Iterable<string> {
    return this.#rows;
  }

  /** Whether nothing of it is under way or unwritten. */
  get isIdle(): boolean {
    return this.#positions.size + this.#rows.size === 0;
  }

  /** Whether a process ended with something of it in flight that may not be written yet. */
  get isOneAtATime(): boolean {
    return this.#cautious > 0;
  }

  /** How often processes have ended with its suspect, which is sent while no other is; 0: it has none. */
  get suspicion(): number {
    return this.#crashes >= SUSPECTED && this.#crashes < PUT_ASIDE ? this.#crashes : 0;
  }

  /** Whether so many processes have ended with it, three of them while it was the only suspect, that it is not sent. */
  isPutAside({ id }: Pick<DueDelivery, 'id'>): boolean {
    return id === this.#suspectId && this.#crashes >= PUT_ASIDE;
  }

  /** Processes that have ended with this delivery in flight, if this one does too. */
  crashesWith({ id }: Pick<DueDelivery, 'id'>): number {
    return Math.max(1, id === this.#suspectId ? this.#crashes : 0) + 1;
  }

  /** What of these is sent. Where it is one at a time, what may have ended processes goes before anything else. */
  choose(found: readonly DueDelivery[]): readonly DueDelivery[] {
    if (!this.isOneAtATime) return found;
    const suspect = found.filter(({ id }) => id === this.#suspectId);
    return (suspect.length > 0 ? suspect : found).slice(0, 1);
  }

  /** Slots that are free. One is taken until its attempt is written, so that a crash repeats no more than there are. */
  get room(): number {
    if (this.isYielding) return 0;
    if (this.isOneAtATime) return this.isIdle ? 1 : 0;
    const taken = this.#positions.size + this.#rows.size - (this.#urgent === null ? 0 : 1);
    return Math.max(0, (this.isSlow ? 1 : SLOTS_PER_WEBHOOK) - taken);
  }

  /** The slot of urgent deliveries. */
  get urgentRoom(): number {
    const isTaken = this.#urgent !== null || (this.isOneAtATime && !this.isIdle);
    return this.isYielding || isTaken || !this.mayHaveUrgent ? 0 : 1;
  }

  /**
   * Notes what was read, and what of it is sent.
   * @param take how many were asked for of the log, and as many of those that are due again
   * @param head the last position of the log
   */
  read(found: readonly DueDelivery[], sent: readonly DueDelivery[], take: number, head: number): void {
    const urgent = found.filter(({ isUrgent }) => isUrgent).length;
    const logged = found.filter(({ isFromLog }) => isFromLog).length;
    this.mayHaveUrgent = urgent > 0;
    if (sent.length === found.length && take > 0 && logged < take) this.#readUpTo = Math.max(this.#readUpTo, head);
    this.mayHaveMore = sent.length < found.length || logged >= take || found.length - urgent - logged >= take;
  }

  /** A delivery is about to be sent. */
  begin({ id, eventPosition, isFromLog, isUrgent }: DueDelivery): void {
    this.usedAt = performance.now();
    if (isUrgent) this.#urgent = id;
    if (!isFromLog) this.#rows.add(id);
    else if (eventPosition !== null) {
      this.#positions.add(eventPosition);
      this.#readUpTo = Math.max(this.#readUpTo, eventPosition);
    }
  }

  /** Where the webhook stands once these are written. */
  placeAfter(written: readonly Written[]): Place {
    const open = new Set(this.#positions);
    for (const { eventPosition, isFromLog } of written) {
      if (isFromLog && eventPosition !== null) open.delete(eventPosition);
    }
    const first = Math.min(...open);
    const position = this.isForgotten ? 0 : open.size === 0 ? this.#readUpTo : first - 1;
    return { webhookId: this.webhookId, epoch: this.epoch, position, isSlow: this.isSlow, crashes: this.#crashes };
  }

  /** These are written. */
  written(written: readonly Written[]): void {
    this.usedAt = performance.now();
    this.#crashes = 0;
    this.#suspectId = null;
    this.#cautious = Math.max(0, this.#cautious - written.length);
    for (const { id, eventPosition, isFromLog } of written) {
      if (id === this.#urgent) this.#urgent = null;
      if (!isFromLog) this.#rows.delete(id);
      else if (eventPosition !== null) this.#positions.delete(eventPosition);
    }
  }
}
