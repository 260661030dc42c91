import { Counter, Gauge } from 'prom-client';
import type { Figures, Meter } from './createMeter.ts';

/** Parts of the service that supply their figures when the metrics are read. */
export interface MeteredParts {
  readonly droppedLogLines: () => number;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  /** How far this machine's clock is ahead of the database's; null while unknown. */
  readonly clockAheadSeconds: () => number | null;
  /** The position of the last event; undefined while unknown. */
  readonly lastPosition: () => number | undefined;
  /** When the last backup was made, in seconds since 1970; undefined while unknown. */
  readonly backedUpAt: () => number | undefined;
  /** The search index as of the last check; undefined while unknown. Null when search is off. */
  readonly search: (() => SearchFigures | undefined) | null;
  /** Whether this process keeps the index now; null when search is off. */
  readonly keepsIndex: (() => boolean) | null;
  /** The shared quotas; null without Redis. */
  readonly redis: (() => { readonly isShared: boolean; readonly localCounts: number }) | null;
}

interface SearchFigures {
  readonly documents: number;
  readonly lagSeconds: number | null;
  /** Null where this process did not fill the index. */
  readonly fillSeconds: number | null;
  /** Null where the index is not in this process's memory. */
  readonly memoryBytes: number | null;
}

/** Registers the metrics of the parts of the service. */
export function meterParts(
  meter: Meter,
  { droppedLogLines, pool, clockAheadSeconds, lastPosition, backedUpAt, search, keepsIndex, redis }: MeteredParts,
): void {
  const connections = (): Figures => ({ idle: pool().idle, busy: pool().total - pool().idle });
  meter(Gauge, 'anime_catalog_database_pool_connections', 'Connections of the pool by state.', connections, 'state');
  const waiting = 'Requests that wait for a connection of the pool.';
  meter(Gauge, 'anime_catalog_database_pool_waiting', waiting, () => pool().waiting);
  const ahead = "How far this machine's clock is ahead of the database's; beyond 2 the database's time is used.";
  meter(Gauge, 'anime_catalog_database_clock_offset_seconds', ahead, clockAheadSeconds);
  const dropped = 'Log lines that were dropped because their reader was too slow or gone.';
  meter(Counter, 'anime_catalog_log_lines_dropped_total', dropped, droppedLogLines);
  const position = 'Of the installation: the position of the last event.';
  meter(Gauge, 'anime_catalog_installation_last_position', position, lastPosition);
  const backup = 'Of the installation: when ops/backup.sh last made a backup (Unix time).';
  meter(Gauge, 'anime_catalog_installation_backup_timestamp_seconds', backup, backedUpAt);
  if (search !== null) {
    const documents =
      'Of the installation where it has Elasticsearch, else of this process: anime in the search index.';
    meter(Gauge, 'anime_catalog_installation_search_documents', documents, () => search()?.documents);
    const lag = 'Time since the index last held everything that was committed; absent where another process keeps it.';
    meter(Gauge, 'anime_catalog_search_index_lag_seconds', lag, () => search()?.lagSeconds);
    const fill = 'Time that this process took to fill the index; absent where it did not.';
    meter(Gauge, 'anime_catalog_search_index_fill_seconds', fill, () => search()?.fillSeconds);
    const memory = "About what an index in memory takes of this process's; absent with Elasticsearch.";
    meter(Gauge, 'anime_catalog_search_index_memory_bytes', memory, () => search()?.memoryBytes);
  }
  if (keepsIndex !== null) {
    const keeper = 'Whether this process keeps the search index now (1): with Elasticsearch one of all does.';
    meter(Gauge, 'anime_catalog_search_index_keeper', keeper, () => (keepsIndex() ? 1 : 0));
  }
  if (redis !== null) {
    const up =
      'Whether quotas are counted in Redis together with every replica (1), or in this process alone because it is away (0).';
    meter(Gauge, 'anime_catalog_quota_redis_up', up, () => (redis().isShared ? 1 : 0));
    const local = 'Calls that were counted in this process alone because Redis was away.';
    meter(Counter, 'anime_catalog_quota_local_counts_total', local, () => redis().localCounts);
  }
}
