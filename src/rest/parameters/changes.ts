import { instantSchema } from '../resource/fieldSchemas.ts';
import { instantParameter } from './kinds.ts';

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
