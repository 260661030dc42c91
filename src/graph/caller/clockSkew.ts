/** How many seconds the clock of `OAUTH_ISSUER` may be ahead or behind. */
export const CLOCK_SKEW_S = 60;
