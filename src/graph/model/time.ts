const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/;

/** A calendar date yyyy-MM-dd of the years 0001–9999, unchanged, or null when no such date exists. */
export function parseCalendarDate(text: string): string | null {
  const match = CALENDAR_DATE.exec(text);
  if (match === null || match[1] === '0000') return null;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/**
 * An ISO 8601 instant with an explicit offset, else null. Accepts RFC 3339 and what common clients print beside it: no
 * seconds, an offset as `+0900` or `+09`. Decimals of the second (1–9) are cut to milliseconds; leap seconds, 24:00 and
 * instants outside the years 0001–9999 UTC are refused.
 */
export function parseInstant(text: string): Date | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, date = '', hours = '', minutes = '', seconds = '00', decimals = '', ...offset] = match;
  const [offsetHours = '+00', offsetMinutes = '00'] = offset;
  if (parseCalendarDate(date) === null || hours > '23' || minutes > '59' || seconds > '59') return null;
  if (offsetHours.slice(1) > '23' || offsetMinutes > '59') return null;
  const time = `${hours}:${minutes}:${seconds}.${decimals.padEnd(3, '0').slice(0, 3)}`;
  const instant = new Date(`${date}T${time}${offsetHours}:${offsetMinutes}`);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}
