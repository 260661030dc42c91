import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';

/** Answers OPTIONS. @throws ProblemError 405 for any other method */
export function answerOtherMethod({ method }: RestRequest, response: RestResponse, allowed: readonly string[]): void {
  if (method === 'OPTIONS') {
    sendOptions(response, allowed);
    return;
  }
  const allow = allowed.join(', ');
  throw new ProblemError('method_not_allowed', `${method} is not allowed here, but ${allow}.`, {
    headers: { Allow: allow },
  });
}

/** The answer to OPTIONS. */
export function sendOptions(response: RestResponse, allowed: readonly string[]): void {
  response.setHeader('Allow', allowed.join(', '));
  response.status(204).end();
}
