import type { DeliveryKind } from '../model/vocabulary.ts';

/** The signed body of every delivery (docs/decisions.md#envelope). */
export interface EventEnvelope {
  readonly id: string;
  readonly kind: DeliveryKind;
  /** RFC 3339 UTC with milliseconds: the instant of the publication. */
  readonly occurredAt: string;
  /** The resource, as GET serves it. */
  readonly data: unknown;
}

/** The final bytes, as JSON text. */
export function envelope({ id, kind, occurredAt, data }: EventEnvelope): string {
  return JSON.stringify({ id, kind, apiVersion: 'v1', occurredAt, data });
}
