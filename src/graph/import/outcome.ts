import type { ProposalReason } from '../model/vocabulary.ts';
import type { Rejection } from './validateRecord.ts';

/** What becomes of one record. */
export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'unchanged' }
  | ProposedOutcome
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

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
