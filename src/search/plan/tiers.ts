/** How well a title matches, best first; a hit's tier is the index of the best that any of its titles reaches. */
export const TIERS = [
  'exact',
  'raw',
  'folded',
  'raw-prefix',
  'folded-prefix',
  'words',
  'last-word-prefix',
  'raw-one-edit',
  'folded-one-edit',
  'raw-two-edits',
  'initials',
  'fuzzy-words',
] as const;

export type Tier = (typeof TIERS)[number];

export function tierNumber(tier: Tier): number {
  return TIERS.indexOf(tier);
}
