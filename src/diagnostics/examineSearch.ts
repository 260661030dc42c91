import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { MOST_IN_MEMORY, type SearchState } from '../graph/search/administrationPort.ts';
import { namedCheck } from './namedCheck.ts';

/** The lag of an index from which it is reported, in seconds. */
const LONG_LAG_S = 10;

/**
 * Whether search answers, and how far its index lags.
 * @param search undefined when search is off
 * @param elsewhere the name of an index that other processes build; null: this one does
 */
export async function examineSearch(
  search: { readonly report: () => Promise<SearchState> } | undefined,
  elsewhere: string | null = null,
): Promise<DiagnosticCheck> {
  const check = namedCheck('search');
  if (search === undefined) return check('off', 'SEARCH is off.');
  const found = await search.report();
  const { engine, state, documents, lagSeconds, lastError, remedy } = found;
  if (state === 'unreachable') {
    return check(
      'failed',
      `Search is away${lastError === null ? '' : `: ${lastError}`}.`,
      `${remedy ?? 'See the log of the service.'} Search recovers by itself.`,
    );
  }
  if (state === 'missing' && engine === 'elasticsearch' && elsewhere !== null) {
    const detail = `Elasticsearch has no index ${elsewhere}; search answers 503 until then.`;
    const remedy = 'A process with the role indexer builds it: see that one runs and has the same ELASTICSEARCH_INDEX.';
    return check('warning', detail, remedy);
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
  const facts = `${engine}, ${documents} anime${describeSize(found)}${state === 'outdated' ? ', being rebuilt by new rules' : ''}`;
  if (engine !== 'embedded' || documents < MOST_IN_MEMORY) return check('ok', facts);
  return check('warning', facts, 'Set ELASTICSEARCH_URL: every process fills an index of its own at its start.');
}

function describeSize({ memoryBytes, fillSeconds }: SearchState): string {
  const memory = memoryBytes === null ? '' : `, about ${Math.ceil(memoryBytes / 1_000_000)} MB of this process`;
  return fillSeconds === null ? memory : `${memory}, filled in ${fillSeconds.toFixed(1)} s`;
}
