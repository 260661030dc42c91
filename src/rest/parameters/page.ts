import { z } from 'zod';
import { LARGEST_PAGE, STANDARD_PAGE } from '../../graph/model/limits.ts';
import { longestCursor } from './cursorCodec.ts';
import { integerParameter } from './kinds.ts';
import { withDefault } from './parameter.ts';

/** How the pages of a list are asked for. */
export interface PageFacts {
  /** Of `limit`. */
  readonly largest?: number;
  /** What `limit` means when it is left out. */
  readonly standard?: number;
  /** What must stay as it was for `after` to hold, as a sentence. */
  readonly unchanged: string;
}

/** `limit` and `after` of a list. Whether a cursor is one of ours is judged when all values are known (cursors.ts). */
export function pageParameters({ largest = LARGEST_PAGE, standard = STANDARD_PAGE, unchanged }: PageFacts) {
  return {
    limit: withDefault(
      integerParameter({ minimum: 1, maximum: largest, description: 'How many items a page holds at most.' }),
      standard,
    ),
    after: z
      .string()
      .optional()
      .meta({
        description: `page.nextCursor of the page before, as it was given. ${unchanged}`,
        override: { minLength: 1, maxLength: longestCursor, pattern: '^[A-Za-z0-9_-]+$' },
      }),
  };
}
