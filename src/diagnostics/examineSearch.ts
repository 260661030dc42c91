import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import type { SearchState } from '../graph/search/administrationPort.ts';
import { checkOf } from './checkOf.ts';

/** The lag of an index from which it is reported, in seconds. */
const LONG_LAG_S = 10;

/** Whether search answers, and how far its index lags. @param search undefined when search is off */
export async function examineSearch(
  search: { readonly report: () => Promise<SearchState> } | undefined,
): Promise<DiagnosticCheck> {
  const check = checkOf('search');
  if (search === undefined) return check('off', 'SEARCH is off.');
  const { engine, state, documents, lagSeconds, lastError, remedy } = await search.report();
  if (state === 'unreachable') {
    return check(
      'failed',
      `Search is away${lastError === null ? '' : `: ${lastError}`}.`,
      `${remedy ?? 'See the log of the service.'} Search recovers by itself.`,
    );
  }
  if (state === 'missing') {
    const detail = 'The index is being built; search answers 503 until then.';
    return check('warning', detail, 'Wait, or see lastError in "catalog search status".');
  }
  if (lagSeconds !== null && lagSeconds > LONG_LAG_S) {
    return check(
      'warning',
      `The ${engine} index is ${Math.round(lagSeconds)} s behind${lastError === null ? '' : `: ${lastError}`}.`,
      'See the log of the process with the role indexer.',
    );
  }
  return check('ok', `${engine}, ${documents} anime${state === 'outdated' ? ', being rebuilt by new rules' : ''}`);
}
