import { type ApprovalPreview, type previewWays, proposalFields } from '../../graph/operations/proposalOperations.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';

/** The query of a proposal's page, apart from the ways to approve it. */
export const proposalOperation = graphql(
  `
    query DeskProposal($id: UUID!) {
      proposal(id: $id) {
        ...ProposalFields
        candidates { id title format year season status startDate endDate officialSite externalIds { site id } }
        anime { id title }
      }
    }
  `,
  [proposalFields],
);

export type Proposal = NonNullable<ResultOf<typeof proposalOperation>['proposal']>;

/** One way to approve a proposal. */
export interface Way {
  /** Identifies it in the page: the id of the anime that the record joins, or `new`, or `match`. */
  readonly key: string;
  /** Its label on button and column. */
  readonly label: string;
  /** The value of its button: the choice with the token of the shown effects; null when it would be refused. */
  readonly value: string | null;
  readonly preview: ApprovalPreview;
}

/** A way to approve as the page shows it. */
export function wayOf(
  { approval: preview, into, new: isNew }: Awaited<ReturnType<typeof previewWays>>[number],
  { candidates }: Pick<Proposal, 'candidates'>,
): Way {
  const key = into ?? (isNew ? 'new' : 'match');
  const title = candidates.find(({ id }) => id === into)?.title;
  const label = isNew ? 'Make it a new anime' : into === null ? 'Approve' : `Approve into ${title} (${into.slice(-8)})`;
  return { key, label, value: preview.seen === null ? null : `${key} ${preview.seen}`, preview };
}

/**
 * The approval that a button requests, with the token of the effects that its reviewer saw; null without a choice,
 * which rejects.
 */
export function choiceOf(value: string | null) {
  if (value === null) return null;
  const [way = '', seen = ''] = value.split(' ');
  const asNew = way === 'new';
  return { new: asNew, withoutSharedIds: asNew, seen, ...(!asNew && way !== 'match' && { into: way }) };
}
