interface SeenChoice {
  readonly into: string | null;
  readonly new: boolean;
  /** The token of the effects on the screen. */
  readonly seen: string;
}

/** The value of the button of a way to approve. */
export function writeChoice({ into, new: asNew, seen }: SeenChoice): string {
  return `${asNew ? 'new' : (into ?? 'match')} ${seen}`;
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
