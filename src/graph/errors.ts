import { GraphQLError } from 'graphql';
import { isDatabaseUnavailable } from '../database/databaseFailures.ts';
import { SearchUnavailableError } from './search/port.ts';

/** The problem codes that the graph itself can answer with (design.md 6, Problem codes). */
export type CatalogErrorCode =
  | 'invalid_request'
  | 'invalid_parameter'
  | 'invalid_cursor'
  | 'not_found'
  | 'conflict'
  | 'payload_too_large'
  | 'search_unavailable'
  | 'service_unavailable'
  | 'internal_error';

/** An error meant for the caller: its message names what is wrong and what would be right, its code is stable. */
export class CatalogError extends GraphQLError {
  override readonly name = 'CatalogError';
  readonly code: CatalogErrorCode;
  /** The parameter or argument at fault. */
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

/** One error as a caller may see it, with what really happened kept aside for the log. */
export interface PublicError {
  readonly code: CatalogErrorCode;
  readonly message: string;
  readonly parameter?: string;
  readonly path?: readonly (string | number)[];
  /** The original of a masked error; for the log only. */
  readonly internal?: unknown;
}

/**
 * What a caller is told of an error: a CatalogError as it is, GraphQL's own complaint about the request as `invalid_request`,
 * anything else masked, so that nothing internal leaks.
 */
export function publicError(error: unknown): PublicError {
  const path = error instanceof GraphQLError && error.path !== undefined ? { path: error.path } : {};
  const origin = originOf(error);
  if (origin instanceof CatalogError) {
    const parameter = origin.parameter === undefined ? {} : { parameter: origin.parameter };
    return { code: origin.code, message: origin.message, ...parameter, ...path };
  }
  if (origin instanceof SearchUnavailableError) {
    return { code: 'search_unavailable', message: 'Search is unavailable.', ...path, internal: origin };
  }
  if (isDatabaseUnavailable(origin)) {
    return { code: 'service_unavailable', message: 'The database is not available now.', ...path, internal: origin };
  }
  if (origin instanceof GraphQLError && origin.path === undefined) {
    return { code: 'invalid_request', message: origin.message };
  }
  if (isDatabaseUnavailable(origin)) {
    return { code: 'service_unavailable', message: 'The database cannot be reached.', ...path, internal: origin };
  }
  return { code: 'internal_error', message: 'Internal error.', ...path, internal: origin };
}

function originOf(error: unknown): unknown {
  let origin = error;
  while (origin instanceof GraphQLError && !(origin instanceof CatalogError) && origin.originalError) {
    origin = origin.originalError;
  }
  return origin;
}
