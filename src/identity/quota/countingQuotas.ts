import type { Counter, QuotaPolicy, QuotaState, Quotas } from '../../graph/caller/quotas.ts';

/** The points used in a window, by counter. */
export type QuotaLimits = Readonly<Record<Counter, { readonly points: number; readonly windowSeconds: number }>>;

interface Count {
  /** The limit plus one when the requested point was refused. */
  readonly consumedPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/**
 * Counts in fixed windows; the first point of a subject begins its window. A refused point is not counted, so that a
 * refund makes room for the next call; after the window's end nothing is refunded.
 */
export interface CountingStore {
  take(counter: Counter, subject: string): Promise<Count>;
  giveBack(counter: Counter, subject: string): Promise<Count>;
  read(counter: Counter, subject: string): Promise<Count>;
}

const QUARTER_HOUR_S = 900;

/** Web pages of an address in a minute: no fewer than calls without a credential, no more than those with one. */
const PAGES = 300;

/** @param perMinute calls of anonymous and credentialed callers, and all requests of an address */
export function quotaLimits(perMinute: Readonly<Record<Exclude<QuotaPolicy, 'pages'>, number>>): QuotaLimits {
  return {
    address: { points: perMinute.address, windowSeconds: 60 },
    anonymous: { points: perMinute.anonymous, windowSeconds: 60 },
    pages: { points: Math.max(perMinute.anonymous, Math.min(PAGES, perMinute.credentialed)), windowSeconds: 60 },
    credentialed: { points: perMinute.credentialed, windowSeconds: 60 },
    failures: { points: perMinute.anonymous, windowSeconds: 60 },
    // A sign-in at OAUTH_ISSUER has two.
    issuer: { points: 2 * perMinute.anonymous, windowSeconds: 60 },
    signInsOfAddress: { points: 30, windowSeconds: QUARTER_HOUR_S },
    signInsOfAccount: { points: 10, windowSeconds: QUARTER_HOUR_S },
    ownPasswords: { points: 10, windowSeconds: QUARTER_HOUR_S },
    accountViews: { points: 120, windowSeconds: 60 },
    accountChanges: { points: 30, windowSeconds: 60 },
  };
}

/** Quotas over a store. */
export function countingQuotas(limits: QuotaLimits, store: CountingStore): Quotas {
  const state = (counter: Counter, { consumedPoints, msBeforeNext }: Count): QuotaState => {
    const { points, windowSeconds } = limits[counter];
    return {
      limit: points,
      windowSeconds,
      remaining: Math.max(0, points - consumedPoints),
      resetMs: Math.max(1, msBeforeNext),
      exceeded: consumedPoints > points,
    };
  };
  return {
    charge: async (counter, subject) => state(counter, await store.take(counter, subject)),
    read: async (counter, subject) => state(counter, await store.read(counter, subject)),
    giveBack: async (counter, subject) => state(counter, await store.giveBack(counter, subject)),
  };
}
