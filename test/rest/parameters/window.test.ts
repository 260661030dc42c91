import { describe, expect, test } from '@jest/globals';
import {
  premiereWindow,
  releaseWindow,
  scheduleWindow,
  type Window,
  type WindowBounds,
} from '../../../src/rest/parameters/window.ts';
import { ProblemError } from '../../../src/rest/problem/problemError.ts';
import { fc } from '../../support/randomCases.ts';

const day = 86_400_000;
const now = new Date('2024-02-29T15:00:00.123Z');

const kinds = [
  { name: 'premieres', window: premiereWindow, length: 8 * day, form: (at: number) => iso(at).slice(0, 10), step: day },
  { name: 'releases', window: releaseWindow, length: 8 * day, form: iso, step: 1 },
  { name: 'schedules', window: scheduleWindow, length: 7 * day, form: iso, step: 1 },
] as const;

describe('the default window', () => {
  test('of premieres and releases is the last seven UTC dates and today', () => {
    expect(premiereWindow({}, now)).toEqual({ from: '2024-02-22', to: '2024-03-01' });
    expect(releaseWindow({}, now)).toEqual({ from: '2024-02-22T00:00:00.000Z', to: '2024-03-01T00:00:00.000Z' });
  });

  test('of schedules is the next seven days from the minute that has begun', () => {
    const window = { from: '2024-02-29T15:00:00.000Z', to: '2024-03-07T15:00:00.000Z' };
    for (const instant of ['15:00:00.000', '15:00:00.123', '15:00:59.999']) {
      expect(scheduleWindow({}, new Date(`2024-02-29T${instant}Z`))).toEqual(window);
    }
  });

  test.each(['2024-03-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '1969-12-31T23:00:00.000Z'])(
    'of releases holds the dates around %s whole',
    (instant) => {
      const { from, to } = releaseWindow({}, new Date(instant));
      expect([from, to].map((bound) => bound.slice(10))).toEqual(['T00:00:00.000Z', 'T00:00:00.000Z']);
      expect(Date.parse(to) - Date.parse(from)).toBe(8 * day);
      expect(Date.parse(to) - Date.parse(instant)).toBeGreaterThan(0);
      expect(Date.parse(to) - Date.parse(instant)).toBeLessThanOrEqual(day);
    },
  );
});

describe.each(kinds)('a window of $name', ({ window, length, form, step }) => {
  const instants = fc
    .integer({ min: Date.parse('0001-02-02T00:00:00Z'), max: Date.parse('9999-11-29T00:00:00Z') })
    .map((instant) => Math.floor(instant / step) * step);

  test('with both bounds is what was asked for, up to 31 days', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: (31 * day) / step }), (from, steps) => {
        const bounds = { from: form(from), to: form(from + steps * step) };
        expect(window(bounds, now)).toEqual(bounds);
      }),
    );
  });

  test('with one bound reaches one default length', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(window({ from: form(instant) }, now)).toEqual({ from: form(instant), to: form(instant + length) });
        expect(window({ to: form(instant) }, now)).toEqual({ from: form(instant - length), to: form(instant) });
      }),
    );
  });

  test('is refused, naming "to", when it is empty, backward or longer than 31 days', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: (400 * day) / step }), (from, steps) => {
        expect(refusal(window, { from: form(from), to: form(from - Math.min(steps * step, 31 * day)) })).toBe('to');
        expect(refusal(window, { from: form(from), to: form(from + 31 * day + step) })).toBe('to');
      }),
    );
  });

  test('is refused where a derived bound would leave the years 0001–9999, naming the bound that was given', () => {
    expect(refusal(window, { from: form(Date.parse('9999-12-31T00:00:00Z')) })).toBe('from');
    expect(refusal(window, { to: form(Date.parse('0001-01-02T00:00:00Z')) })).toBe('to');
  });

  test('adjoins the next one: neither gap nor overlap', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const first = window({ from: form(instant) }, now);
        expect(window({ from: first.to }, now).from).toBe(first.to);
      }),
    );
  });
});

function iso(at: number): string {
  return new Date(at).toISOString();
}

function refusal(window: (bounds: WindowBounds, now: Date) => Window, bounds: WindowBounds): string | undefined {
  try {
    window(bounds, now);
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).code).toBe('invalid_parameter');
    return (error as ProblemError).parameter;
  }
  return undefined;
}
