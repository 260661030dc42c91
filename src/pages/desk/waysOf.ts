import { writeChoice } from './choiceOf.ts';

/** What one way to approve would change. */
interface Preview {
  readonly difference: readonly { readonly field: string; readonly before: string | null; readonly after: string }[];
  readonly idsElsewhere: readonly {
    readonly site: string;
    readonly id: string;
    readonly anime: { readonly title: string };
  }[];
  readonly refusal: string | null;
  readonly seen: string | null;
}

/** One way to approve a proposal. */
export interface Way {
  /** Names it in the page: the id of the anime that it leads into, or `new`, or `match`. */
  readonly key: string;
  readonly isNew: boolean;
  /** What a button and a column call it. */
  readonly label: string;
  /** What its button sends: the choice with the token of what is shown; null where it would be refused. */
  readonly value: string | null;
  readonly preview: Preview;
}

interface Choice {
  readonly into: string | null;
  readonly new: boolean;
}

interface Asked {
  readonly status: string;
  readonly reason: string;
  readonly candidates: readonly { readonly id: string; readonly title: string }[];
}

/**
 * The ways that a pending proposal may go: an ambiguous record into each candidate or alone, another where it belongs.
 * @param foresee null where the proposal has gone
 */
export async function waysOf(
  { status, reason, candidates }: Asked,
  foresee: (choice: Choice) => Promise<Preview | null>,
): Promise<Way[]> {
  if (status !== 'pending') return [];
  const choices: (Choice & { readonly label: string })[] =
    reason === 'ambiguous_match'
      ? [
          ...candidates.map(({ id, title }) => ({
            into: id,
            new: false,
            label: `Approve into ${title} (${id.slice(-8)})`,
          })),
          { into: null, new: true, label: 'Make it a new anime' },
        ]
      : [{ into: null, new: false, label: 'Approve' }];
  const ways: Way[] = [];
  for (const { label, ...choice } of choices) {
    const preview = await foresee(choice);
    if (preview === null) continue;
    const value = preview.seen === null ? null : writeChoice({ ...choice, seen: preview.seen });
    ways.push({ key: choice.into ?? (choice.new ? 'new' : 'match'), isNew: choice.new, label, value, preview });
  }
  return ways;
}
