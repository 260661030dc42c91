import { GraphFailure } from '../../graph/schema/execution.ts';
import type { ProblemCode } from '../problem/problemCodes.ts';
import { ProblemError } from '../problem/problemError.ts';

const codes: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'quota_exceeded',
};

/** What Express, its parsers and the issuer throw for a caller's fault (http-errors). */
interface CallersFault {
  readonly status?: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What was thrown below /oidc, as everything under /v1 is told. */
export function issuerProblem(error: unknown): Error {
  if (error instanceof ProblemError) return error;
  const { status = 500, message, headers } = error as CallersFault;
  if (status < 400 || status >= 500) return new GraphFailure([error]);
  return new ProblemError(codes[status] ?? 'invalid_request', message, {
    status,
    cause: error,
    ...(headers && { headers }),
  });
}
