import { ProblemError } from './problem/problemError.ts';

/** A half-open window [from, to): dates as yyyy-MM-dd, or instants as RFC 3339 in UTC with milliseconds. */
export type Window = {
  readonly from: string;
  readonly to: string;
};

/** The bounds that a request gives, in the form of `Window`. */
export interface WindowBounds {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const day = 86_400_000;
const longest = 31 * day;
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

interface WindowRule {
  /** How far the other bound lies when one is given, in milliseconds. */
  readonly length: number;
  /** Where the window begins when no bound is given. */
  readonly begin: (now: number) => number;
  readonly format: (instant: number) => string;
}

const startOfDay = (instant: number) => Math.floor(instant / day) * day;
const formatInstant = (instant: number) => new Date(instant).toISOString();
const formatDate = (instant: number) => formatInstant(instant).slice(0, 10);

const premieres: WindowRule = { length: 8 * day, begin: (now) => startOfDay(now) - 7 * day, format: formatDate };
const releases: WindowRule = { ...premieres, format: formatInstant };
const schedules: WindowRule = { length: 7 * day, begin: (now) => now, format: formatInstant };

/** Dates; by default the last seven UTC dates and today. @throws ProblemError invalid_parameter */
export function premiereWindow(bounds: WindowBounds, now: Date): Window {
  return windowOf(premieres, bounds, now);
}

/** Instants; by default the last seven UTC dates and today. @throws ProblemError invalid_parameter */
export function releaseWindow(bounds: WindowBounds, now: Date): Window {
  return windowOf(releases, bounds, now);
}

/** Instants; by default the next seven days from now. @throws ProblemError invalid_parameter */
export function scheduleWindow(bounds: WindowBounds, now: Date): Window {
  return windowOf(schedules, bounds, now);
}

function windowOf({ length, begin, format }: WindowRule, bounds: WindowBounds, now: Date): Window {
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
}

function instantOf(bound: string | undefined): number | undefined {
  return bound === undefined ? undefined : Date.parse(bound);
}

function invalid(parameter: string, detail: string): ProblemError {
  return new ProblemError('invalid_parameter', detail, { parameter });
}
