import { errors } from '@elastic/elasticsearch';
import { SearchUnavailableError } from '../../graph/model/errors.ts';
import { failureOf } from './failure.ts';

/**
 * Runs a request to the cluster; whatever the client reports becomes a SearchUnavailableError that says what was being done.
 * The client's error itself is not kept as its cause: it holds the whole request and answer, too much for a log line. Other errors
 * pass: they are our own faults.
 */
export async function orUnavailable<T>(what: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof errors.ElasticsearchClientError) {
      const { reason, remedy } = failureOf(error);
      throw new SearchUnavailableError(`${what}: ${reason}`, remedy);
    }
    throw error;
  }
}

/** Whether the cluster answered that the index or alias does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}
