import type { Episode } from '../../database/generated/client.ts';
import type { FieldsOf } from './field.ts';
import { episodeNumber, instant, oneOf } from './values.ts';
import { EPISODE_STATUSES } from './vocabulary.ts';

/**
 * The single-valued fields of an episode, like animeFields. Status and release time are not merged field by field: both
 * come from the record that confirms the release. Not in the table: its anime, which a record names by a key, its
 * titles, and whether its release was announced, which no record states.
 */
export const episodeFields = {
  number: {
    column: 'number',
    type: 'numeric',
    member: 'number',
    value: episodeNumber,
    unknown: 0,
    required: true,
    merged: true,
    decided: false,
    served: true,
  },
  status: {
    column: 'status',
    type: 'episode_status',
    member: 'status',
    value: oneOf(EPISODE_STATUSES),
    unknown: 'scheduled',
    required: true,
    merged: false,
    decided: true,
    served: true,
  },
  /** RFC 3339 in UTC with milliseconds. */
  scheduledAt: {
    column: 'scheduled_at',
    type: 'timestamptz',
    member: 'scheduledAt',
    value: instant,
    unknown: null,
    merged: true,
    decided: true,
    served: true,
  },
  /** RFC 3339 in UTC with milliseconds; set exactly when the status is `released`. */
  releasedAt: {
    column: 'released_at',
    type: 'timestamptz',
    member: 'releasedAt',
    value: instant,
    unknown: null,
    merged: false,
    decided: true,
    served: true,
  },
} as const satisfies FieldsOf<Episode>;
