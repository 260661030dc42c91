import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import type { GraphContext } from '../graph/schema/context.ts';
import { type PublicError, publicError } from '../graph/schema/publicError.ts';
import type { Work } from './work.ts';

/** The graph's context for one operation of a tool. */
export interface ToolContext extends GraphContext {
  /** As in the logs. */
  readonly requestId: string;
  /** Whether the token is INTERNAL_READ_TOKEN. */
  readonly readsAlone: boolean;
  readonly work: Work;
}

/** Apollo's own refusals of the caller's mistakes, whose text is shown. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** An error for tools: with a problem code, without a stack or internals. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { code, message, parameter, path } = toPublicError(formatted, error);
  return {
    message,
    ...(formatted.locations && { locations: formatted.locations }),
    ...(path && { path }),
    extensions: { code, ...(parameter !== undefined && { parameter }) },
  };
}

function toPublicError({ message, extensions }: GraphQLFormattedError, error: unknown): PublicError {
  return REFUSALS.has(extensions?.code) ? { code: 'invalid_request', message } : publicError(error);
}

function isRefusal({ extensions }: GraphQLFormattedError): boolean {
  return String(extensions?.code).startsWith('invalid_');
}

/** Logs masked errors, and adds the request id to every error of an answer. */
export function traceErrors(logger: Logger): ApolloServerPlugin<ToolContext> {
  const logMasked = (error: GraphQLError, requestId: string, operation: string | null | undefined): void => {
    const { internal, path, code } = publicError(error);
    if (internal !== undefined) logger.error({ requestId, code, operation, path, err: internal }, 'operation failed');
  };
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue, operationName }) {
          for (const error of errors) logMasked(error, contextValue.requestId, operationName);
        },
        async willSendResponse({ response, contextValue: { requestId } }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          if (singleResult.errors === undefined) return;
          // Apollo knows its own complaints about variables, not those of our scalars.
          if (singleResult.data === undefined && singleResult.errors.every(isRefusal)) response.http.status = 400;
          singleResult.errors = singleResult.errors.map((error) => ({
            ...error,
            extensions: { ...error.extensions, requestId },
          }));
        },
      };
    },
  };
}
