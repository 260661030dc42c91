/** A quota, as its policy is named in the headers. */
export type QuotaPolicy = 'anonymous' | 'credentialed' | 'address';

/**
 * Counters: calls of anonymous and of credentialed callers, all requests of an address, failed credentials, requests
 * below /oidc, sign-in attempts.
 */
export type Counter = QuotaPolicy | 'failures' | 'issuer' | 'signInsOfAddress' | 'signInsOfAccount';

/** A fixed window of a counter. */
export interface QuotaState {
  /** Points of a whole window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Points left in this window. */
  readonly remaining: number;
  /** Until the window ends and all points are back; above 0. */
  readonly resetMs: number;
  /** Whether the point that was asked for could not be had. */
  readonly exceeded: boolean;
}

/** Counts calls in windows that begin with a caller's first call. */
export interface Quotas {
  /** Takes a point of `subject`, an address or a caller; one that is not there is not taken. */
  charge(counter: Counter, subject: string): Promise<QuotaState>;
  /** Gives back a point that was taken. */
  giveBack(counter: Counter, subject: string): Promise<QuotaState>;
}
