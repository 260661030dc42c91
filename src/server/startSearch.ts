import type { Configuration } from '../configuration/configuration.ts';
import { onPublication } from '../graph/publication/publicationSignal.ts';
import type { SearchAdministration, SearchIndex } from '../graph/search/port.ts';
import { createSearchAdministration } from '../search/administration.ts';
import { Indexer } from '../search/indexer/indexer.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Closers } from './closers.ts';
import { openSearchIndex } from './openSearchIndex.ts';
import type { Store } from './openStore.ts';

/** The search engine of this process, kept up in the background. */
export interface RunningSearch {
  readonly engine: SearchIndex;
  readonly administration: SearchAdministration;
}

/** Roles that search or keep an index. */
const SEARCHING = ['rest', 'graph', 'indexer'] as const;

/**
 * Opens the search engine and follows the tables: an index in this process's memory always,
 * since no other can; a shared one with the role indexer alone. Does not wait: until there is an
 * index, search answers that it is unavailable.
 * @returns null when search is off, or no role of this process needs it
 */
export async function startSearch(
  { search, elasticsearch, roles }: Configuration,
  { database, publications }: Store,
  logger: Logger,
  closers: Closers,
): Promise<RunningSearch | null> {
  if (!search || !SEARCHING.some((role) => roles.has(role))) return null;
  const kind = elasticsearch === null ? 'embedded' : 'elasticsearch';
  const index = await openSearchIndex(elasticsearch);
  const keeps = kind === 'embedded' || roles.has('indexer');
  const log = {
    info: (message: string) => logger.info({ search: kind }, message),
    warn: (message: string) => logger.warn({ search: kind }, message),
  };
  const shared = kind === 'elasticsearch';
  const hear = (wake: () => void) => onPublication(database, publications, wake);
  const indexer = keeps ? new Indexer({ database, index, shared, log, onPublication: hear }) : null;
  closers.add(async () => {
    const stopped = indexer?.stop();
    // Closing the engine's connections ends what the indexer has under way: an engine that hangs would delay the stop.
    await index.close();
    await stopped;
  });
  indexer?.start();
  return { engine: index, administration: createSearchAdministration(database, kind, index, indexer) };
}
