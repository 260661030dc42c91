import { z } from 'zod';
import { oneOf } from './values.ts';
import { WEEKDAYS } from './vocabulary.ts';

/** A weekly slot. It makes no episode and confirms no release. */
export const broadcastValue = z.object(
  {
    /** The calendar day of the slot in its time zone: 01:30 on Monday is a Monday, whatever the broadcaster prints. */
    weekday: oneOf(WEEKDAYS),
    /** HH:mm in its time zone; null where only the day is known. */
    time: z
      .string({ error: 'must be a time or null' })
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time from 00:00 to 23:59, e.g. 01:30' })
      .nullable(),
    timezone: z.string({ error: 'must be the name of a time zone' }).refine(isTimeZone, {
      error: 'must be the name of a time zone such as Asia/Tokyo or UTC, no abbreviation such as JST',
    }),
  },
  { error: 'must be {weekday, time, timezone} or null' },
);

export type Broadcast = z.output<typeof broadcastValue>;

/** Whether it is UTC or names a zone of the IANA time zone database by place, such as Asia/Tokyo. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  // Intl takes abbreviations, and offsets such as +09:00.
  if (name.length > 64 || !/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
