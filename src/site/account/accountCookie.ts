import { isPrivateOrigin, PageCookie } from '../../pageCookie.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';

/** A cookie of the account pages: the session of a person, or pending sign-ins. */
export class AccountCookie extends PageCookie {
  /** @throws ProblemError as `assertPrivate` */
  constructor(name: 'session' | 'sign-in', origin: string) {
    assertPrivate(origin);
    super(name, origin);
  }
}

/** @throws ProblemError invalid_request for plain http beyond this machine: anybody on the way could read it */
export function assertPrivate(origin: string): void {
  if (isPrivateOrigin(origin)) return;
  throw new ProblemError(
    'invalid_request',
    'The account is served by https, and by http on the computer of the service alone: open its https address.',
  );
}
