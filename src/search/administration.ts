import type { Database } from '../database/database.ts';
import { SearchUnavailableError } from '../graph/model/errors.ts';
import type { SearchAdministration, SearchState } from '../graph/search/administrationPort.ts';
import { indexMemory } from '../graph/search/indexMemory.ts';
import type { SearchIndex } from '../graph/search/port.ts';
import type { Indexer } from './indexer/indexer.ts';
import { rebuildRequests, requestRebuild } from './indexer/indexerState.ts';

/**
 * The service's side of `catalog search status|reindex`.
 * @param indexer null where another process maintains the index
 */
export function createSearchAdministration(
  database: Database,
  engine: 'embedded' | 'elasticsearch',
  index: SearchIndex,
  indexer: Indexer | null,
): SearchAdministration {
  const state = async (): Promise<SearchState> => {
    const { lastError, ...report } = await indexReport(index);
    const status = indexer?.status();
    const keeping = status !== undefined && status.phase !== 'standby';
    return {
      engine,
      ...report,
      lagSeconds: keeping && status.caughtUpAt !== null ? (Date.now() - status.caughtUpAt.getTime()) / 1000 : null,
      fillSeconds: status?.fillSeconds ?? null,
      memoryBytes: engine === 'embedded' ? indexMemory(report.documents) : null,
      rebuild: status?.rebuild ?? null,
      lastError: lastError ?? status?.lastError ?? null,
    };
  };
  return {
    requestRebuild: () => requestRebuild(database),
    state,
    report: async () => {
      const { wanted, done } = await rebuildRequests(database);
      return { ...(await state()), rebuildWanted: wanted, rebuildDone: done };
    },
  };
}

/** The engine's report on its index; an unreachable one gives the reason. */
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
