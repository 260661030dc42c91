import type { QuotaPolicy, QuotaState } from '../../graph/caller/quotas.ts';
import type { Exchange } from '../http/exchange.ts';
import { ProblemError } from '../problem/problemError.ts';

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, as structured fields: `"anonymous";q=60;w=60` and `"anonymous";r=59;t=60`. */
export function setQuotaHeaders(exchange: Exchange, policy: QuotaPolicy, state: QuotaState): void {
  exchange.setHeader('RateLimit-Policy', `"${policy}";q=${state.limit};w=${state.windowSeconds}`);
  exchange.setHeader('RateLimit', `"${policy}";r=${state.remaining};t=${secondsUntilReset(state)}`);
}

/** After Retry-After a call succeeds. */
export function quotaExceeded(policy: QuotaPolicy, state: QuotaState): ProblemError {
  const seconds = secondsUntilReset(state);
  const advice = policy === 'anonymous' ? ' Callers with an API key or access token have a higher one.' : '';
  return new ProblemError(
    'quota_exceeded',
    `The quota of ${state.limit} calls in ${state.windowSeconds} seconds is used up: wait ${seconds} seconds.${advice}`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

function secondsUntilReset({ resetMs }: QuotaState): number {
  return Math.ceil(resetMs / 1000);
}
