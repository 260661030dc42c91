import { GraphQLError } from 'graphql';

/** The problem codes of the graph's own errors (docs/decisions.md#problem-codes). */
export type CatalogErrorCode =
  | 'invalid_request'
  | 'invalid_parameter'
  | 'invalid_cursor'
  | 'not_found'
  | 'insufficient_scope'
  | 'human_user_required'
  | 'not_owner'
  | 'conflict'
  | 'position_gone'
  | 'quota_exceeded'
  | 'payload_too_large'
  | 'invalid_body'
  | 'unsafe_webhook_url'
  | 'search_unavailable'
  | 'service_unavailable'
  | 'internal_error';

/** An error for the caller: its message states the fault and the rule, its code is stable. */
export class CatalogError extends GraphQLError {
  override readonly name = 'CatalogError';
  readonly code: CatalogErrorCode;
  /** The parameter, argument or member of a body at fault. */
  readonly parameter: string | undefined;

  constructor(code: CatalogErrorCode, message: string, options: { parameter?: string; cause?: unknown } = {}) {
    const { parameter, cause } = options;
    super(message, {
      extensions: parameter === undefined ? { code } : { code, parameter },
      ...(cause instanceof Error ? { originalError: cause } : {}),
    });
    this.code = code;
    this.parameter = parameter;
  }
}

/** @param what the kind of object, in words */
export function notFound(what: string, id: string, parameter = 'id'): CatalogError {
  return new CatalogError('not_found', `There is no ${what} ${id}.`, { parameter });
}

/** @param rule in words, such as `a whole number` */
export function invalidParameter(parameter: string, rule: string): CatalogError {
  return new CatalogError('invalid_parameter', `${parameter}: ${rule}`, { parameter });
}

/** Search is off, unreachable, being built or too slow: 503 `search_unavailable`, never an empty page. */
export class SearchUnavailableError extends Error {
  override readonly name = 'SearchUnavailableError';
  /** The remedy for the operator; null where none is needed or known. */
  readonly remedy: string | null;

  constructor(message: string, remedy: string | null = null) {
    super(message);
    this.remedy = remedy;
  }
}
