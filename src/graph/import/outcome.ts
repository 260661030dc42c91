import type { ProposalReason } from '../model/vocabulary.ts';

/** The result of importing one record. */
export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'unchanged' }
  | HeldOutcome
  | ProposedOutcome
  | RejectedOutcome;

/** Everything new in the record is kept out: by a reviewer's decision, or as names for no anime. */
export interface HeldOutcome {
  readonly kind: 'held';
  /** Which decision, and how to lift it, or what to import first. */
  readonly reason: string;
  /** The rejected proposal; null for another reason. */
  readonly proposalId: string | null;
}

interface ProposedOutcome {
  readonly kind: 'proposed';
  readonly reason: ProposalReason;
  /** Anime that the record may mean. */
  readonly candidates: readonly string[];
  /** Anime or episodes that the record was compared with: when one changes, the proposal is stale. */
  readonly compared: readonly string[];
}

/** A broken record: what is wrong, where, and what would be right. */
export interface RejectedOutcome {
  readonly kind: 'rejected';
  readonly reason: string;
  /** JSON pointer (RFC 6901) of the member at fault; null for the record as a whole. */
  readonly pointer: string | null;
}

export function rejected(pointer: string | null, reason: string): RejectedOutcome {
  return { kind: 'rejected', reason, pointer };
}
