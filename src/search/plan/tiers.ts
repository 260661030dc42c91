/** How well a title matches, best first; a hit's tier is the index of the best that any of its titles reaches. */
export const TIERS = [
  'exact',
  'raw',
  'folded',
  'raw-prefix',
  'raw-words',
  'folded-prefix',
  'folded-words',
  'last-word-prefix',
  'initials',
  'raw-one-edit',
  'folded-one-edit',
  'raw-two-edits',
  'fuzzy-words',
] as const;

export type Tier = (typeof TIERS)[number];

export function tierNumber(tier: Tier): number {
  return TIERS.indexOf(tier);
}
