import { SearchUnavailableError } from '../graph/model/errors.ts';
import type { SearchIndex, SearchState } from '../graph/search/port.ts';

/** What the engine says of its index; one that is away says why not. */
export async function indexReport(
  index: Pick<SearchIndex, 'status'>,
): Promise<Pick<SearchState, 'state' | 'index' | 'documents' | 'builtAt' | 'lastError' | 'remedy'>> {
  try {
    const { state, name, documents, builtAt } = await index.status();
    return { state, index: name, documents, builtAt, lastError: null, remedy: null };
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const remedy = error instanceof SearchUnavailableError ? error.remedy : null;
    return { state: 'unreachable', index: null, documents: 0, builtAt: null, lastError, remedy };
  }
}
