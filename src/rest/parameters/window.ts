import { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import { dateSchema, instantSchema } from '../resource/fieldSchemas.ts';
import { dateParameter, instantParameter } from './kinds.ts';
import { optional } from './parameter.ts';

/** A half-open window [from, to): dates as yyyy-MM-dd, or instants as RFC 3339 in UTC with milliseconds. */
export type Window = {
  readonly from: string;
  readonly to: string;
};

/** The bounds of a request, in the form of `Window`. */
export interface WindowBounds {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `from` and `to` of a window of dates. @param length the window's length when only one is given, e.g. `8 dates` */
export function dateWindowParameters(length: string) {
  return {
    from: optional(dateParameter({ description: begin(length) })),
    to: optional(dateParameter({ description: end(length) })),
  };
}

/** `from` and `to` of a window of time. @param length the window's length when only one is given, e.g. `7 days` */
export function timeWindowParameters(length: string) {
  return {
    from: optional(instantParameter({ description: begin(length) })),
    to: optional(instantParameter({ description: end(length) })),
  };
}

function begin(length: string): string {
  return `Start of the window. Given alone, the window is ${length} long.`;
}

function end(length: string): string {
  return `End of the window, exclusive, at most 31 days after \`from\`. Given alone, the window is ${length} long.`;
}

/** The member `window` of premieres. */
export const dateWindowSchema = z
  .object({ from: dateSchema, to: dateSchema.meta({ description: 'Exclusive.' }) })
  .meta({ id: 'DateWindow', description: 'The effective window [from, to), in UTC dates.' });

/** The member `window` of schedules. */
export const timeWindowSchema = z
  .object({ from: instantSchema, to: instantSchema.meta({ description: 'Exclusive.' }) })
  .meta({ id: 'TimeWindow', description: 'The effective window [from, to).' });

/** The member `window` of releases. */
export const releaseWindowSchema = timeWindowSchema
  .extend({
    asOf: instantSchema.meta({
      description: 'The instant of the first request: later releases are shown on no page of this walk.',
    }),
  })
  .meta({ id: 'ReleaseWindow', description: 'The effective window [from, to), as of one instant.' });

const minute = 60_000;
const day = 86_400_000;
const longest = 31 * day;
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

const startOf = (unit: number, instant: number) => Math.floor(instant / unit) * unit;
const formatInstant = (instant: number) => new Date(instant).toISOString();
const formatDate = (instant: number) => formatInstant(instant).slice(0, 10);

/** The window of the given bounds at an instant. @throws ProblemError invalid_parameter */
type WindowOf = (bounds: WindowBounds, now: Date) => Window;

const sinceWeekAgo = (now: number) => startOf(day, now) - 7 * day;

/** Dates; by default the last seven UTC dates and today. */
export const premiereWindow = windowOf(8 * day, sinceWeekAgo, formatDate);

/** Instants; by default the last seven UTC dates and today. */
export const releaseWindow = windowOf(8 * day, sinceWeekAgo, formatInstant);

/** Instants; by default the next seven days, from the start of the current minute. */
export const scheduleWindow = windowOf(7 * day, (now) => startOf(minute, now), formatInstant);

/**
 * @param length of a window of which one bound is given, in milliseconds
 * @param begin the default start
 */
function windowOf(length: number, begin: (now: number) => number, format: (instant: number) => string): WindowOf {
  return (bounds, now) => {
    const given = { from: instantOf(bounds.from), to: instantOf(bounds.to) };
    const from = given.from ?? (given.to === undefined ? begin(now.getTime()) : given.to - length);
    const to = given.to ?? from + length;
    if (from < earliest || to > latest) {
      const [parameter, other] = given.from === undefined ? ['to', 'from'] : ['from', 'to'];
      throw invalid(
        parameter,
        `${parameter} leaves no room within the years 0001–9999 for a window of ${length / day} days: give ${other} as well.`,
      );
    }
    if (from >= to) throw invalid('to', `to must lie after from; the window is [${format(from)}, ${format(to)}).`);
    if (to - from > longest) {
      throw invalid('to', `to must lie at most 31 days after from; the window is [${format(from)}, ${format(to)}).`);
    }
    return { from: format(from), to: format(to) };
  };
}

function instantOf(bound: string | undefined): number | undefined {
  return bound === undefined ? undefined : Date.parse(bound);
}

function invalid(parameter: string, detail: string): ProblemError {
  return new ProblemError('invalid_parameter', detail, { parameter });
}
