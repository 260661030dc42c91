import { jsonPointer } from '../../graph/model/jsonPointer.ts';
import { GraphFailure } from '../../graph/schema/execution.ts';
import { ProblemError } from './problemError.ts';

/** Seconds after which a retry makes sense. */
const RETRY = { 'Retry-After': '5' };

/** The codes of temporary failures. */
export type UnavailableCode = 'search_unavailable' | 'service_unavailable';

/** As toProblem, with this code for temporary failures. */
export function toProblemWithCode(unavailable: UnavailableCode, error: unknown): ProblemError {
  const problem = toProblem(error);
  if (problem.code !== 'service_unavailable') return problem;
  return new ProblemError(unavailable, problem.message, { headers: problem.headers, cause: problem.cause });
}

/** Any failure as the caller may see it: without internals, but with the cause for the log. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const failure = error instanceof GraphFailure ? error : new GraphFailure([error]);
  const [first] = failure.errors;
  switch (first?.code) {
    case 'invalid_parameter':
      // Without a parameter the error is about the document's own variables, our fault.
      if (first.parameter === undefined) return internalError(failure);
      return new ProblemError('invalid_parameter', first.message, { parameter: first.parameter });
    case 'invalid_cursor':
      return new ProblemError('invalid_cursor', first.message, { parameter: 'after' });
    case 'not_found':
    case 'conflict':
    case 'position_gone':
    case 'quota_exceeded':
    case 'insufficient_scope':
    case 'human_user_required':
    case 'not_owner':
      return new ProblemError(first.code, first.message);
    case 'invalid_body':
    case 'unsafe_webhook_url': {
      const { code, message, parameter = '' } = first;
      const pointer = jsonPointer(parameter === '' ? [] : parameter.split('.'));
      // Tools see no pointer: the graph's messages begin with the member.
      const rule = message.startsWith(`${parameter}: `) ? message.slice(parameter.length + 2) : message;
      return new ProblemError(code, message, { errors: [{ pointer, detail: rule }] });
    }
    case 'search_unavailable':
      return temporaryProblem('search_unavailable', 'Search is switched off or not available now.', failure);
    case 'service_unavailable':
      return temporaryProblem('service_unavailable', 'The service cannot reach its database.', failure);
    default:
      return internalError(failure);
  }
}

/** A temporary failure, which the caller may retry. */
export function temporaryProblem(code: UnavailableCode, detail: string, cause: unknown): ProblemError {
  return new ProblemError(code, detail, { headers: RETRY, cause });
}

function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal_error', 'The service failed. Report requestId when it persists.', { cause });
}
