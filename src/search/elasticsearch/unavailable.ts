import { errors } from '@elastic/elasticsearch';
import { SearchUnavailableError } from '../../graph/model/errors.ts';

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
      throw new SearchUnavailableError(`${what}: ${reasonOf(error)}`);
    }
    throw error;
  }
}

/** Whether the cluster answered that the index or alias does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

function reasonOf(error: errors.ElasticsearchClientError): string {
  if (error instanceof errors.ResponseError) return `elasticsearch answered ${error.statusCode}: ${error.message}`;
  if (error instanceof errors.TimeoutError) return 'elasticsearch did not answer in time';
  if (error instanceof errors.RequestAbortedError) return 'elasticsearch did not answer in time';
  return `elasticsearch cannot be reached: ${error.message || error.name}`;
}
