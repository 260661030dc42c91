import type { RelationType } from './vocabulary.ts';

/** What an anime is to another one that is of this type to it. */
export const RELATION_INVERSE: Readonly<Record<RelationType, RelationType>> = {
  sequel: 'prequel',
  prequel: 'sequel',
  side_story: 'parent_story',
  parent_story: 'side_story',
  alternative: 'alternative',
  adaptation: 'adaptation',
  other: 'other',
};
