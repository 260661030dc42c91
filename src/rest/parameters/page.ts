import { z } from 'zod';
import { LARGEST_PAGE, STANDARD_PAGE } from '../../graph/model/limits.ts';
import { instantSchema } from '../resource/fieldSchemas.ts';
import { longestCursor } from './cursorCodec.ts';
import { instantParameter, integerParameter } from './kinds.ts';
import { withDefault } from './parameter.ts';

/** The paging parameters of a list. */
export interface PageFacts {
  /** The bounds of `limit`. */
  readonly largest?: number;
  /** The default of `limit`. */
  readonly standard?: number;
  /** A sentence that names the parameters which must not change for `after` to stay valid. */
  readonly unchanged: string;
}

/** `limit` and `after` of a list. The cursor is verified once all values are known (cursorCodec.ts). */
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

/** `updatedSince` of a list of changes. */
export const updatedSinceParameter = instantParameter({
  description:
    'Only what changed at or after this instant, in any way that answers show, oldest change first. An entry that changes moves to the end, so following `page.nextCursor` to the last page misses nothing. Its `until` is the `updatedSince` of the next poll.',
});

/** The member `until` of a list of changes. */
export const untilSchema = instantSchema.nullable().meta({
  description:
    'Of a list of changes: the instant up to which the last page lists everything, to be sent as `updatedSince` by the next poll, whose first entries can be known already. Null while a page follows.',
});
