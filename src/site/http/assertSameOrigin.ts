import type { IncomingMessage } from 'node:http';
import { isFromOwnPage } from '../../pageCookie.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';

/** A form must come from a page of this service. @throws ProblemError invalid_request */
export function assertSameOrigin(request: IncomingMessage, origin: string): void {
  if (isFromOwnPage(request, origin)) return;
  throw new ProblemError('invalid_request', 'The form was sent from another site: send it from a page of this one.');
}
