import { DELIVERY_ATTEMPTS } from '../../graph/model/limits.ts';
import type { AttemptResult } from '../client/exchange.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits before the second attempt, the third and so on. */
const WAITS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const;
/** The wait of a delivery whose secret no key decrypts; a new secret makes it due. */
const UNSIGNED_MS = 10 * MINUTE;
/** Jitter: receivers that failed together are not retried together. */
const SPREAD = 0.2;
/** Retry-After raises a wait to this at most, and never lowers one. */
const LONGEST_RETRY_AFTER_MS = 6 * HOUR;

/** The 4xx that may be temporary (docs/contract.md#delivery). */
const PASSING: readonly number[] = [408, 425, 429];

/** What follows an attempt. */
export type NextStep =
  | { readonly outcome: 'delivered' | 'failed' }
  /** Another attempt after this many milliseconds. */
  | { readonly outcome: 'retry'; readonly delayMs: number };

/**
 * @param isTest whether it is sent once
 * @param attempt the number of the attempt that ended, from 1 in each cycle
 */
export function nextStep(
  { status, error, retryAfter }: AttemptResult,
  isTest: boolean,
  attempt: number,
  now: number,
): NextStep {
  if (error === null) return { outcome: 'delivered' };
  if (error === 'unsigned' && !isTest) return { outcome: 'retry', delayMs: UNSIGNED_MS };
  // The end of the dispatcher says nothing about the receiver: no longer wait.
  if (error === 'interrupted' && !isTest) return { outcome: 'retry', delayMs: 0 };
  const isFinal = status !== null && status < 500 && !PASSING.includes(status);
  if (isFinal || isTest || attempt >= DELIVERY_ATTEMPTS) return { outcome: 'failed' };
  const wait = (WAITS_MS[attempt - 1] ?? 0) * (1 + SPREAD * (2 * Math.random() - 1));
  const asked = Math.min(readRetryAfter(retryAfter, now) ?? 0, LONGEST_RETRY_AFTER_MS);
  return { outcome: 'retry', delayMs: Math.round(Math.max(wait, asked)) };
}

/**
 * RFC 9110, 10.2.3: seconds or a date in one of its three forms, of which
 * asctime's names no zone; null for anything else.
 */
function readRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
