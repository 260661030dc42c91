import { describe, expect, test } from '@jest/globals';
import { nextStep } from '../../../src/webhooks/dispatcher/retryPlan.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');
const HOUR = 3_600_000;
const answer = (status: number, retryAfter: string | null = null) =>
  ({ status, error: 'http_status', responseBody: '', retryAfter }) as const;
const delay = (...[result, attempt = 1]: [Parameters<typeof nextStep>[0], number?]) => {
  const step = nextStep(result, false, attempt, NOW);
  return step.outcome === 'retry' ? step.delayMs : Number.NaN;
};

describe('what follows an attempt', () => {
  test.each([
    [1, 10_000],
    [2, 60_000],
    [3, 300_000],
    [4, 1_800_000],
    [5, 2 * HOUR],
    [6, 6 * HOUR],
    [7, 12 * HOUR],
  ])('the wait after attempt %i is %i ms, a fifth more or less', (attempt, wait) => {
    const delays = Array.from({ length: 200 }, () => delay(answer(500), attempt));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(wait * 0.8);
    expect(Math.max(...delays)).toBeLessThanOrEqual(wait * 1.2);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(wait * 0.2);
  });

  test('nothing follows the eighth, a ping or an answer that is final', () => {
    expect(nextStep(answer(500), false, 8, NOW)).toEqual({ outcome: 'failed' });
    expect(nextStep(answer(500), true, 1, NOW)).toEqual({ outcome: 'failed' });
    for (const status of [300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 410, 413, 422, 451]) {
      expect(nextStep(answer(status), false, 1, NOW)).toEqual({ outcome: 'failed' });
    }
  });

  test.each([408, 425, 429, 500, 503, 599])('%i is tried again', (status) => {
    expect(delay(answer(status))).toBeGreaterThanOrEqual(8_000);
  });

  test('ten thousand that fail together are tried again over four seconds, evenly', () => {
    const histogram = Array<number>(8).fill(0);
    for (let number = 0; number < 10_000; number += 1) {
      const bin = Math.min(7, Math.floor((delay(answer(503)) - 8_000) / 500));
      histogram[bin] = (histogram[bin] ?? Number.NaN) + 1;
    }
    // 1,250 each if they were perfectly even; chance alone keeps a bin within five standard deviations (33 each).
    for (const number of histogram) expect(Math.abs(number - 1_250)).toBeLessThan(165);
  });

  test.each(['timeout', 'dns', 'tls', 'connection', 'unsafe_address'] as const)('%s is tried again', (error) => {
    const result = { status: null, error, responseBody: null, retryAfter: null };
    expect(delay(result)).toBeGreaterThanOrEqual(8_000);
  });

  test.each([
    ['3600', HOUR],
    ['86400', 6 * HOUR],
    ['99999999999999999999', 6 * HOUR],
    ['Sat, 21 Nov 2026 10:30:00 GMT', HOUR],
    ['Saturday, 21-Nov-26 10:30:00 GMT', HOUR],
    ['Sat Nov 21 10:30:00 2026', HOUR],
  ])('Retry-After: %s raises the wait', (text, wait) => {
    expect(delay(answer(503, text))).toBe(wait);
  });

  test.each(['0', '1', 'soon', '-5', '1.5', 'Sat, 21 Nov 2020 10:30:00 GMT', ''])(
    'Retry-After: %s lowers none',
    (text) => {
      expect(delay(answer(429, text))).toBeGreaterThanOrEqual(8_000);
      expect(delay(answer(429, text))).toBeLessThanOrEqual(12_000);
    },
  );

  test('a long wait is not shortened to the bound of Retry-After', () => {
    expect(delay(answer(503, '30000'), 7)).toBeGreaterThanOrEqual(12 * HOUR * 0.8);
  });
});
