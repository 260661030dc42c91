import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;

/** A day in a time zone, as yyyy-MM-dd, and the instant with which it begins there. */
interface ZonedDay {
  readonly date: string;
  readonly begin: Date;
}

/** Monday to Sunday in a time zone. */
export interface Week {
  readonly days: readonly ZonedDay[];
  /** The instant with which the week begins. */
  readonly from: Date;
  /** The instant with which the next week begins. */
  readonly to: Date;
}

/** The week with this date. @param zone of the IANA time zone database */
export function weekOf(date: string, zone: string): Week {
  const at = Date.parse(`${date}T00:00:00Z`);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
  const begins = Array.from({ length: 8 }, (_, day) => {
    const its = new Date(monday + day * DAY_MS).toISOString().slice(0, 10);
    return { date: its, begin: beginOf(its, zone) };
  });
  const days = begins.slice(0, 7);
  return { days, from: begins[0]?.begin ?? new Date(at), to: begins[7]?.begin ?? new Date(at) };
}

/** The date this many days after, or before, another. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The date of an instant in a time zone. */
export function dateIn(zone: string, instant: Date): string {
  return partsIn(zone, instant).date;
}

/** The time of an instant in a time zone, as HH:mm. */
export function timeIn(zone: string, instant: Date): string {
  return partsIn(zone, instant).time;
}

/** The first instant of a date. Where clocks skip midnight, the day begins with the first that they show. */
function beginOf(date: string, zone: string): Date {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const candidates = [utc - DAY_MS, utc, utc + DAY_MS]
    .map((near) => utc - offsetAt(zone, new Date(near)))
    .sort((a, b) => a - b)
    .filter((at) => dateIn(zone, new Date(at)) >= date);
  return new Date(candidates[0] ?? utc);
}

/** The offset of the zone from UTC, in milliseconds. */
function offsetAt(zone: string, instant: Date): number {
  const { date, time, seconds } = partsIn(zone, instant);
  return Date.parse(`${date}T${time}:${seconds}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Bounded, because zones are requested in any letter case: more spellings than zones exist. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 });

function partsIn(zone: string, instant: Date) {
  const format = formats.get(zone) ?? newFormat(zone);
  formats.set(zone, format);
  const [date = '', time = ''] = format.format(instant).split(' ');
  return { date, time: time.slice(0, 5), seconds: time.slice(6) };
}

/** Swedish dates and times are those of ISO 8601. */
function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
}
