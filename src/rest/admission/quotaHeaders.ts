import type { QuotaPolicy, QuotaState } from '../../graph/caller/quotas.ts';
import type { RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers-10, as structured fields: `"anonymous";q=60;w=60` and
 * `"anonymous";r=59;t=60`.
 */
export function setQuotaHeaders(response: RestResponse, policy: QuotaPolicy, state: QuotaState): void {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${state.limit};w=${state.windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${state.remaining};t=${secondsUntilReset(state)}`);
}

/**
 * A call succeeds after Retry-After.
 * @param cause the exhausted quota, a clause without a full stop
 * @param advice a sentence, or empty
 */
export function quotaExceeded(state: QuotaState, cause: string, advice = ''): ProblemError {
  const seconds = secondsUntilReset(state);
  return new ProblemError('quota_exceeded', `${cause}: wait ${seconds} seconds. ${advice}`.trimEnd(), {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** `60 calls in 60 seconds` */
export function callsOf({ limit, windowSeconds }: QuotaState): string {
  return `${limit} calls in ${windowSeconds} seconds`;
}

function secondsUntilReset({ resetMs }: QuotaState): number {
  return Math.ceil(resetMs / 1000);
}
