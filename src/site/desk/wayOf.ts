import type { ApprovalPreview, previewWays } from '../../graph/operations/proposalOperations.ts';
import { writeChoice } from './choiceOf.ts';
import type { Proposal } from './proposalOperation.ts';

/** One way to approve a proposal. */
export interface Way {
  /** Identifies it in the page: the id of the anime that the record joins, or `new`, or `match`. */
  readonly key: string;
  readonly isNew: boolean;
  /** Its label on button and column. */
  readonly label: string;
  /** The value of its button: the choice with the token of the shown effects; null when it would be refused. */
  readonly value: string | null;
  readonly preview: ApprovalPreview;
}

/** A way to approve as the page shows it. */
export function wayOf(
  { approval: preview, ...choice }: Awaited<ReturnType<typeof previewWays>>[number],
  { candidates }: Pick<Proposal, 'candidates'>,
): Way {
  const { into, new: isNew } = choice;
  const title = candidates.find(({ id }) => id === into)?.title;
  const label = isNew ? 'Make it a new anime' : into === null ? 'Approve' : `Approve into ${title} (${into.slice(-8)})`;
  const value = preview.seen === null ? null : writeChoice({ ...choice, seen: preview.seen });
  return { key: into ?? (isNew ? 'new' : 'match'), isNew, label, value, preview };
}
