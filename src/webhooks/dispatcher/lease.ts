import type { LeasedWebhook, Place } from './deliveryQueue.ts';
import type { DueDelivery } from './dueDelivery.ts';

/** The most attempts in flight to one webhook, beside an urgent one. */
export const SLOTS_PER_WEBHOOK = 4;
/**
 * The number of processes that died with a delivery in flight. The first death makes everything in flight suspect, the
 * second one delivery of each webhook. From then on a suspect is sent while no other one is, and it is put aside after
 * three more deaths.
 */
const SUSPECTED = 2;
const PUT_ASIDE = SUSPECTED + 3;
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
  #crashes: number;
  #suspectId: string | null;
  /** The number of further deliveries that are sent one at a time: each may have killed a process. */
  #cautious: number;
  #readUpTo: number;
  /** Deliveries whose results are not written: those of the log by position, those of rows by id. */
  readonly #positions = new Set<number>();
  readonly #rows = new Set<string>();
  /** The urgent one among the rows. */
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

  /**
   * The number of processes that died with its suspect in flight, which is sent while no other one is; 0: it has none.
   */
  get suspicion(): number {
    return this.#crashes >= SUSPECTED && this.#crashes < PUT_ASIDE ? this.#crashes : 0;
  }

  /** Whether enough processes died with it, three of them while it was the only suspect, so that it is not sent. */
  isPutAside({ id }: Pick<DueDelivery, 'id'>): boolean {
    return id === this.#suspectId && this.#crashes >= PUT_ASIDE;
  }

  /** The processes that will have died with this delivery in flight, if this one does too. */
  crashesWith({ id }: Pick<DueDelivery, 'id'>): number {
    return Math.max(1, id === this.#suspectId ? this.#crashes : 0) + 1;
  }

  /** Chooses which of these are sent. Where they are sent one at a time, suspects go first. */
  choose(found: readonly DueDelivery[]): readonly DueDelivery[] {
    if (!this.isOneAtATime) return found;
    const suspect = found.filter(({ id }) => id === this.#suspectId);
    return (suspect.length > 0 ? suspect : found).slice(0, 1);
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
    this.#suspectId = null;
    this.#cautious = Math.max(0, this.#cautious - written.length);
    for (const { id, eventPosition, isFromLog } of written) {
      if (id === this.#urgent) this.#urgent = null;
      if (!isFromLog) this.#rows.delete(id);
      else if (eventPosition !== null) this.#positions.delete(eventPosition);
    }
  }
}
