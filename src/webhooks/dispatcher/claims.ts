import type { DeliveryKind } from '../../graph/model/vocabulary.ts';

/** A delivery that this worker may send, once. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly kind: DeliveryKind;
  /** Where the body is to be found; null: in `payload`. */
  readonly eventPosition: string | null;
  readonly payload: string | null;
  readonly attempt: number;
  /** Whoever holds it finalises the attempt. */
  readonly token: string;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  /** How long it was due. */
  readonly waitedMs: number;
  /** What its subscription could have got by this claim; it got less when no more was due. */
  readonly slots: number;
}

/** What a claim brought. */
export interface Claims {
  readonly claimed: readonly ClaimedDelivery[];
  /** Subscriptions that have as many attempts in flight as they may. */
  readonly full: readonly string[];
}

export interface ClaimRequest {
  readonly subscriptions: readonly string[];
  readonly wanted: number;
  readonly perSubscription: number;
  readonly worker: number;
  /** Tokens of attempts that have ended and are not written yet: they are no longer in flight. */
  readonly ended: readonly string[];
}
