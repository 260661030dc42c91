import { GraphQLError } from 'graphql';
import { databaseCondition, isDatabaseUnavailable } from '../../database/databaseFailures.ts';
import { CatalogError, type CatalogErrorCode, SearchUnavailableError } from '../model/errors.ts';

/** An error as a caller may see it, with the original for the log. */
export interface PublicError {
  readonly code: CatalogErrorCode;
  readonly message: string;
  readonly parameter?: string;
  readonly path?: readonly (string | number)[];
  /** The original of a masked error; for the log only. */
  readonly internal?: unknown;
}

/**
 * An error as callers see it: a CatalogError unchanged, a GraphQL request error as `invalid_request`, any other masked,
 * so that nothing internal leaks.
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
    const message = `The database ${databaseCondition(origin)}.`;
    return { code: 'service_unavailable', message, ...path, internal: origin };
  }
  if (origin instanceof GraphQLError && origin.path === undefined) {
    return { code: 'invalid_request', message: origin.message };
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
