/** The kinds of values in records, as zod schemas whose messages state the rule. */

import { z } from 'zod';
import { parseUrl } from '../../base/parseUrl.ts';
import { LARGEST_EPISODE_NUMBER, YEARS } from './limits.ts';
import { parseCalendarDate, parseInstant } from './time.ts';

/** Lines of text without NUL, lone surrogates, noncharacters and other control characters (C0, DEL, C1). */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && !/[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/u.test(value);
}

/**
 * Characters that break a line, move a cursor, reverse the text around them or are none: control characters (C0, DEL,
 * C1), the line and paragraph separators, the explicit embeddings, overrides and isolates of the bidirectional
 * algorithm (UAX #9), and noncharacters such as U+FFFF.
 */
const NOT_OF_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}]/u;

/** Text on a single line, wherever it is shown: a title, a name. */
export function isOneLine(value: string): boolean {
  return value.isWellFormed() && !NOT_OF_A_LINE.test(value);
}

/** The refusal of a value with several lines. */
export const ONE_LINE = 'must be one line without control characters, bidirectional controls and lone surrogates';

/** Anything but white space, characters that are shown as nothing (U+200B, U+3164), and the blank of Braille. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of it. */
export function isVisible(value: string): boolean {
  return VISIBLE.test(value);
}

/**
 * Converts foreign text to one line: line breaks and control characters become spaces, bidirectional controls and
 * noncharacters are removed.
 */
export function oneLineOf(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}]/gu, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

function boundedText(longest: number) {
  return z
    .string()
    .refine(isVisible, { error: 'must not be blank: a visible character is expected' })
    .refine((value) => value.length <= longest, { error: `must have at most ${longest} characters` });
}

/** Text of one or more lines. */
export function textOf(longest: number) {
  return boundedText(longest).refine(isPlainText, { error: 'must have no control character and no lone surrogate' });
}

/** Text of one line. */
export function lineOf(longest: number) {
  return boundedText(longest).refine(isOneLine, { error: ({ input }) => `${ONE_LINE}${heldBy(String(input))}` });
}

function heldBy(value: string): string {
  const point = NOT_OF_A_LINE.exec(value)?.[0].codePointAt(0);
  return point === undefined ? '' : `; it has U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** An address that every client can follow unchanged, without a password. */
export const webAddress = z
  .httpUrl({ error: 'must be an http or https address' })
  .max(2000, { error: 'must have at most 2000 characters' })
  // URL silently repairs these characters; PostgreSQL's text cannot hold them.
  .refine((value) => value.isWellFormed() && !/[\s\p{Cc}]/u.test(value), {
    error: 'must have no white space, no control character and no lone surrogate: percent-encode them',
  })
  .refine((value) => !hasCredentials(parseUrl(value)), {
    error: 'must not hold a user name or password',
  });

function hasCredentials(url: URL | null): boolean {
  return url !== null && url.username + url.password !== '';
}

export const IN_YEARS = `of the years ${YEARS.from} to ${YEARS.to}`;

/** Whether a date or a time in UTC, of four digits of years, is one that the catalogue takes. */
export function isInYears(iso: string): boolean {
  const year = Number(iso.slice(0, 4));
  return year >= YEARS.from && year <= YEARS.to;
}

export const calendarDate = z
  .string()
  .refine((value) => parseCalendarDate(value) !== null, {
    error: 'must be a calendar date of the form yyyy-MM-dd, e.g. 2013-04-06',
  })
  .refine(isInYears, { error: `must be ${IN_YEARS}` });

/** Normalised to UTC with milliseconds. */
export const instant = z
  .string()
  .refine((value) => parseInstant(value) !== null, {
    error: 'must be an ISO 8601 time with an explicit offset, e.g. 2013-04-06T16:58:00Z',
  })
  .transform((value) => parseInstant(value)?.toISOString() ?? value)
  .refine(isInYears, { error: `must be ${IN_YEARS} in UTC` });

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

export const booleanValue = z.boolean({ error: 'must be true or false' });

export const anyNumber = z.number({ error: 'must be a number' }).overwrite(withoutMinusZero);

export const episodeNumber = z
  .number({ error: 'must be a number' })
  .min(0, { error: 'must be 0 or more' })
  .max(LARGEST_EPISODE_NUMBER, { error: `must be at most ${LARGEST_EPISODE_NUMBER}` })
  .refine((value) => Number(value.toFixed(2)) === value, { error: 'must have at most two decimal places' })
  .overwrite(withoutMinusZero);

/** Not stored in any table: it is compared with 0. */
function withoutMinusZero(value: number): number {
  return value + 0;
}
