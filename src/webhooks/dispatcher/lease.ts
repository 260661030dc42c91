import type { LeasedWebhook, Place } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';

/** Attempts in flight to one webhook, beside an urgent one. */
export const SLOTS_PER_WEBHOOK = 4;
/** A delivery that so many processes ended with is not sent. */
const CRASHES = 3;

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
  #readUpTo: number;
  /** Deliveries that are sent and not written: of the log by position, of rows by id. */
  readonly #positions = new Set<number>();
  readonly #rows = new Set<string>();
  /** The urgent one of the rows. */
  #urgent: string | null = null;

  constructor({ webhookId, epoch, position, isSlow, crashes }: LeasedWebhook) {
    this.webhookId = webhookId;
    this.epoch = epoch;
    this.isSlow = isSlow;
    this.#readUpTo = position;
    this.#crashes = crashes;
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

  /** Whether the process ended so often with its first delivery that this is put aside. */
  get isPoisoned(): boolean {
    return this.#crashes >= CRASHES;
  }

  /** Whether a process has ended since something was written: then it may have been by what is sent next. */
  get isOneAtATime(): boolean {
    return this.#crashes > 0;
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
    for (const { id, eventPosition, isFromLog } of written) {
      if (id === this.#urgent) this.#urgent = null;
      if (!isFromLog) this.#rows.delete(id);
      else if (eventPosition !== null) this.#positions.delete(eventPosition);
    }
  }
}
