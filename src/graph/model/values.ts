/** What a record may say: kinds of values as zod schemas, each with the message that names what would be right. */
import { z } from 'zod';
import { LARGEST_EPISODE_NUMBER, YEARS } from './limits.ts';
import { parseCalendarDate, parseInstant } from './time.ts';

/** PostgreSQL's text holds neither NUL nor half a surrogate pair; other control characters are no part of a text either. */
export function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value);
}

export function textOf(longest: number) {
  return z
    .string()
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    .refine((value) => value.length <= longest, { error: `must have at most ${longest} characters` })
    .refine(isPlainText, { error: 'must have no control character and no lone surrogate' });
}

/** An address that every client can follow as it stands, and that gives no password away. */
export const webAddress = z
  .httpUrl({ error: 'must be an http or https address' })
  .max(2000, { error: 'must have at most 2000 characters' })
  // URL repairs these silently; PostgreSQL's text does not hold them.
  .refine((value) => value.isWellFormed() && !/[\s\p{Cc}]/u.test(value), {
    error: 'must have no white space, no control character and no lone surrogate: percent-encode them',
  })
  .refine((value) => !URL.canParse(value) || new URL(value).username + new URL(value).password === '', {
    error: 'must not hold a user name or password',
  });

export const calendarDate = z.string().refine((value) => parseCalendarDate(value) !== null, {
  error: 'must be a calendar date of the form yyyy-MM-dd, e.g. 2013-04-06',
});

/** Comes out in UTC with milliseconds. */
export const instant = z
  .string()
  .refine((value) => parseInstant(value) !== null, {
    error: 'must be an RFC 3339 time with seconds and an offset, e.g. 2013-04-06T16:58:00Z',
  })
  .transform((value) => parseInstant(value)?.toISOString() ?? value);

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** From 0. */
export function wholeNumber(most: number) {
  return z
    .int({ error: `must be a whole number from 0 to ${most}` })
    .min(0)
    .max(most, { error: `must be at most ${most}` })
    .overwrite(withoutMinusZero);
}

export const year = z
  .int({ error: `must be a year from ${YEARS.from} to ${YEARS.to}` })
  .min(YEARS.from)
  .max(YEARS.to);

export const truth = z.boolean({ error: 'must be true or false' });

export const anyNumber = z.number({ error: 'must be a number' }).overwrite(withoutMinusZero);

export const episodeNumber = z
  .number({ error: 'must be a number' })
  .min(0, { error: 'must be 0 or more' })
  .max(LARGEST_EPISODE_NUMBER, { error: `must be at most ${LARGEST_EPISODE_NUMBER}` })
  .refine((value) => Number(value.toFixed(2)) === value, { error: 'must have at most two decimal places' })
  .overwrite(withoutMinusZero);

/** No table keeps it: what it is compared with is 0. */
function withoutMinusZero(value: number): number {
  return value + 0;
}
