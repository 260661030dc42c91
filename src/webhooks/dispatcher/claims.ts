import type { DeliveryKind } from '../../graph/model/vocabulary.ts';

/** A delivery that this worker may send, once. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly kind: DeliveryKind;
  /** Where the body is to be found; null: in `payload`. */
  readonly eventPosition: string | null;
  readonly payload: string | null;
  readonly attempt: number;
  /** Its holder finalises the attempt. */
  readonly token: string;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  /** How long it was due. */
  readonly waitedMs: number;
  /** What its webhook could have got by this claim; it got less when no more was due. */
  readonly slots: number;
}

/** What a claim brought. */
export interface Claims {
  readonly claimed: readonly ClaimedDelivery[];
  /** Webhooks that have as many attempts in flight as they may. */
  readonly full: readonly string[];
}

export interface ClaimRequest {
  readonly webhooks: readonly string[];
  readonly wanted: number;
  readonly perWebhook: number;
  readonly worker: number;
  /** Tokens of attempts that have ended and are not written yet: they are no longer in flight. */
  readonly ended: readonly string[];
}
