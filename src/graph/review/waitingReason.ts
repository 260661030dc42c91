import type { ProposalReason } from '../model/vocabulary.ts';

/** The fields of a proposal that explain why it is pending. */
export interface WaitingProposal {
  readonly source: string;
  readonly sourceId: string;
  readonly record: unknown;
  readonly reason: ProposalReason;
  readonly candidates: readonly {
    readonly externalIds: readonly { readonly site: string; readonly id: string }[];
  }[];
}

const REASONS: Readonly<Record<ProposalReason, string>> = {
  unapproved_source: 'source not approved',
  review_requested: 'review requested',
  ambiguous_match: 'ambiguous match',
};

/** Why a record is pending; for an ambiguous one, the ids that it shares with its candidates. */
export function waitingReason(proposal: WaitingProposal): string {
  if (proposal.reason !== 'ambiguous_match') return REASONS[proposal.reason];
  const shared = [...new Set(proposal.candidates.flatMap((candidate) => sharedIds(proposal, candidate)))];
  if (shared.length > 0) return `shares ${shared.join(', ')}`;
  return proposal.candidates.length > 1 ? `matches ${proposal.candidates.length} anime` : REASONS.ambiguous_match;
}

/** The ids that a record has in common with a candidate. */
export function sharedIds(
  { source, sourceId, record }: Pick<WaitingProposal, 'source' | 'sourceId' | 'record'>,
  { externalIds }: WaitingProposal['candidates'][number],
): string[] {
  const { externalIds: more = {} } = (record ?? {}) as { externalIds?: Readonly<Record<string, string>> };
  const stated = new Set([`${source} ${sourceId}`, ...Object.entries(more).map(([site, id]) => `${site} ${id}`)]);
  return externalIds.map(({ site, id }) => `${site} ${id}`).filter((id) => stated.has(id));
}

/** Premieres this close are the same: sources differ by time zone, or state a preview. */
const SAME_PREMIERE_MS = 3 * 86_400_000;

/** Whether a record and a candidate begin together; null where either does not say when. */
export function premiereOf(
  record: unknown,
  candidate: { readonly startDate: string | null },
): 'same premiere' | 'another premiere' | null {
  const { startDate } = (record ?? {}) as { startDate?: string | null };
  if (startDate == null || candidate.startDate === null) return null;
  const apart = Math.abs(Date.parse(startDate) - Date.parse(candidate.startDate));
  return apart <= SAME_PREMIERE_MS ? 'same premiere' : 'another premiere';
}

/** The preferred title of a record; null where it states none (an episode, a partial record). */
export function recordTitle(record: unknown): string | null {
  const titles = (record as { titles?: { title?: unknown }[] } | null)?.titles;
  const title = titles?.[0]?.title;
  return typeof title === 'string' ? title : null;
}
