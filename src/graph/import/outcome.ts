import type { ProposalReason } from '../model/vocabulary.ts';
import type { Rejection } from './validateRecord.ts';

/** What becomes of one record. */
export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'unchanged' }
  | HeldOutcome
  | ProposedOutcome
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

/** The record says something that a reviewer's decision keeps out of the catalogue, and nothing else that is new. */
export interface HeldOutcome {
  readonly kind: 'held';
  /** Which decision, and what would lift it. */
  readonly reason: string;
  /** The proposal that was rejected; null for a pin. */
  readonly proposalId: string | null;
}

export interface ProposedOutcome {
  readonly kind: 'proposed';
  readonly reason: ProposalReason;
  /** Anime that the record may mean. */
  readonly candidates: readonly string[];
  /** Anime or episodes that the record was compared with: when one changes, the proposal is stale. */
  readonly compared: readonly string[];
}

export function rejected(pointer: string, reason: string): Outcome {
  return { kind: 'rejected', rejection: { pointer, reason } };
}
