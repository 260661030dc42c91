import { GraphFailure } from '../../graph/schema/execution.ts';
import { jsonPointer } from './jsonPointer.ts';
import { ProblemError } from './problemError.ts';

/** Seconds until another attempt makes sense. */
const retryAfter = { search: '5', service: '5' } as const;

/** The codes of what is not available now. */
export type UnavailableCode = 'search_unavailable' | 'service_unavailable';

/** As toProblem; what is not available now under this code. */
export function toProblemOf(unavailable: UnavailableCode, error: unknown): ProblemError {
  const problem = toProblem(error);
  if (problem.code !== 'service_unavailable') return problem;
  return new ProblemError(unavailable, problem.message, { headers: problem.headers, cause: problem.cause });
}

/** Any failure as the caller may see it: nothing internal is told, the cause is kept for the log. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof GraphFailure) return graphProblem(error);
  return internalError(error);
}

function graphProblem(failure: GraphFailure): ProblemError {
  const [first] = failure.errors;
  switch (first?.code) {
    case 'invalid_parameter':
      // Without a parameter it is about the document's own variables, and so our fault.
      if (first.parameter === undefined) return internalError(failure);
      return new ProblemError('invalid_parameter', first.message, { parameter: first.parameter });
    case 'invalid_cursor':
      return new ProblemError('invalid_cursor', first.message, { parameter: 'after' });
    case 'not_found':
    case 'conflict':
    case 'insufficient_scope':
    case 'human_user_required':
    case 'not_owner':
      return new ProblemError(first.code, first.message);
    case 'invalid_body':
    case 'unsafe_webhook_url':
      return new ProblemError(first.code, first.message, {
        errors: [
          { pointer: jsonPointer(first.parameter === undefined ? [] : [first.parameter]), detail: first.message },
        ],
      });
    case 'search_unavailable':
      return new ProblemError('search_unavailable', 'Search is switched off or not available now.', {
        headers: { 'Retry-After': retryAfter.search },
        cause: failure,
      });
    case 'service_unavailable':
      return new ProblemError('service_unavailable', 'The service cannot reach its database.', {
        headers: { 'Retry-After': retryAfter.service },
        cause: failure,
      });
    default:
      return internalError(failure);
  }
}

function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal_error', 'The service failed. Report requestId when it persists.', { cause });
}
