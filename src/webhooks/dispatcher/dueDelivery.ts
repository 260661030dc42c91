import type { AttemptError, DeliveryKind } from '../../graph/model/vocabulary.ts';

/** The body of a delivery, as it was frozen when its event was published, and its cause. */
export interface Payload {
  readonly body: Buffer;
  /** Of the publication's trace, where that was sampled. */
  readonly traceparent: string | null;
}

/** A delivery that the holder of its webhook's lease may send. */
export interface DueDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly kind: DeliveryKind;
  /** The position of its event; null: a test, which holds its body itself. */
  readonly eventPosition: number | null;
  /** Null: its event is not there. */
  readonly payload: Payload | null;
  /** Manual retries so far. */
  readonly cycle: number;
  /** The number of this attempt, from 1 in each cycle. */
  readonly attempt: number;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  /** The webhook's generation when it was read. */
  readonly generation: number;
  /** A ping or a manual retry, which goes first, in a slot of its own. */
  readonly isUrgent: boolean;
  /** Whether it has no row yet; until it has, its webhook's position stays before it. */
  readonly isFromLog: boolean;
}

/** How an attempt ended. */
export interface EndedAttempt extends Omit<DueDelivery, 'payload' | 'url' | 'secret' | 'isUrgent'> {
  /** The epoch of the lease under which it was sent. */
  readonly epoch: number;
  readonly outcome: 'delivered' | 'failed' | 'retry';
  /** The wait before the next attempt, in milliseconds. */
  readonly delay: number;
  /** RFC 3339. */
  readonly started: string;
  /** In milliseconds. */
  readonly duration: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  /** Of the handshake or the certificate, where that is what failed. */
  readonly tlsCode?: string | undefined;
  readonly body: string | null;
}
