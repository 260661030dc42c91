import type { Request } from 'express';
import type { Viewer } from '../../graph/model/viewer.ts';
import { ProblemError } from '../problem/problemError.ts';

/**
 * Who calls an operation. This service gives out no credentials yet, so none is valid; one that is sent is never ignored: its
 * sender must not take an anonymous answer for an authorised one.
 * @throws ProblemError invalid_credentials
 */
export function identifyCaller(request: Request): Viewer {
  if (request.headers.authorization === undefined) return { kind: 'public' };
  throw new ProblemError(
    'invalid_credentials',
    'The credential in the header Authorization is not valid: leave the header out to read anonymously.',
    { headers: { 'WWW-Authenticate': 'Bearer realm="anime-catalog"' } },
  );
}
