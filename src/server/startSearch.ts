import type { Configuration } from '../configuration/configuration.ts';
import { onPublication } from '../graph/publication/publicationSignal.ts';
import type { SearchAdministration } from '../graph/search/administrationPort.ts';
import type { SearchIndex } from '../graph/search/port.ts';
import { createSearchAdministration } from '../search/administration.ts';
import { Indexer } from '../search/indexer/indexer.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Closers } from './closers.ts';
import { openSearchIndex } from './openSearchIndex.ts';
import type { Store } from './openStore.ts';

/** The search engine of this process, updated in the background. */
export interface RunningSearch {
  readonly engine: SearchIndex;
  readonly administration: SearchAdministration;
  /** Whether this process keeps the index now. */
  readonly keepsIndex: () => boolean;
}

interface SearchOptions {
  readonly configuration: Configuration;
  readonly store: Store;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly metrics: Pick<Metrics, 'askedElasticsearch'>;
}

/** Roles that search or maintain an index. */
const SEARCHING = ['rest', 'graph', 'indexer'] as const;

/**
 * Opens the search engine, and follows the tables for an in-memory index, since no other process can; for a shared one
 * with the role indexer. Does not wait: until there is an index, search answers that it is unavailable.
 * @returns null when search is off, or no role of this process needs it
 */
export async function startSearch(options: SearchOptions): Promise<RunningSearch | null> {
  const { logger, closers, metrics } = options;
  const { SEARCH, ELASTICSEARCH_URL, ROLES } = options.configuration;
  const { database, publications } = options.store;
  if (!SEARCH || !SEARCHING.some((role) => ROLES.has(role))) return null;
  const kind = ELASTICSEARCH_URL === undefined ? 'embedded' : 'elasticsearch';
  const index = await openSearchIndex(options.configuration, metrics.askedElasticsearch);
  const keeps = kind === 'embedded' || ROLES.has('indexer');
  const log = {
    info: (message: string) => logger.info({ search: kind }, message),
    warn: (message: string) => logger.warn({ search: kind }, message),
  };
  const shared = kind === 'elasticsearch';
  const subscribe = (wake: () => void) => onPublication(database, publications, wake);
  const indexer = keeps ? new Indexer({ database, index, shared, log, onPublication: subscribe }) : null;
  closers.add(async () => {
    const stopped = indexer?.stop();
    // Closing the engine's connections ends the indexer's requests: a hung engine would delay the stop.
    await index.close();
    await stopped;
  });
  indexer?.start();
  return {
    engine: index,
    administration: createSearchAdministration(database, kind, index, indexer),
    keepsIndex: () => indexer?.isKeeping ?? false,
  };
}
