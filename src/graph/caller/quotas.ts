/** A quota, by its policy name in the headers. */
export type QuotaPolicy = 'anonymous' | 'credentialed' | 'pages' | 'address';

/**
 * Counters: calls of anonymous and of credentialed callers, those of web pages for an address, all its requests, failed
 * credentials, requests by which sign-ins at OAUTH_ISSUER begin and end, sign-in attempts, checks of a signed-in
 * person's password, views and changes of a person's account.
 */
export type Counter =
  | QuotaPolicy
  | 'failures'
  | 'issuer'
  | 'signInsOfAddress'
  | 'signInsOfAccount'
  | 'ownPasswords'
  | 'accountViews'
  | 'accountChanges';

/** A fixed window of a counter. */
export interface QuotaState {
  /** Points per window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Points left in this window. */
  readonly remaining: number;
  /** Until the window ends and all points are back; positive. */
  readonly resetMs: number;
  /** Whether the requested point was refused. */
  readonly exceeded: boolean;
}

/** Counts calls in fixed windows that begin with a caller's first call. */
export interface Quotas {
  /** Takes a point of `subject`, an address or a caller, if one is left. */
  charge(counter: Counter, subject: string): Promise<QuotaState>;
  /** The state without a point taken; shared counters that are away are answered by the process's own. */
  read(counter: Counter, subject: string): Promise<QuotaState>;
  /** Refunds a point. */
  giveBack(counter: Counter, subject: string): Promise<QuotaState>;
}
