import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';
import { type Figures, meterOf } from './meterOf.ts';
import { createWebhookMetrics, type WebhookMetrics } from './webhookMetrics.ts';

export interface HttpMetrics {
  /** @param operationId undefined for a request without an operation, such as an unknown path */
  observe(operationId: string | undefined, method: string, status: number, seconds: number): void;
}

const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'proposed', 'rejected'] as const;

/** The number of records of an import batch, by outcome. */
export type ImportBatchFigures = Readonly<Record<(typeof IMPORT_OUTCOMES)[number], number>>;

/** Parts of the service that supply their figures when the metrics are read. */
export interface MeteredParts {
  readonly droppedLogLines: () => number;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  /** The search index as of the last check; undefined while unknown. Null when search is off. */
  readonly search: (() => { readonly documents: number; readonly lagSeconds: number | null } | undefined) | null;
  /** The shared quotas; null without Redis. */
  readonly redis: (() => { readonly isShared: boolean; readonly localCounts: number }) | null;
}

/** Counters of a cache since the start, and its size. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

/** Figures of this process in Prometheus' text format 0.0.4. */
export interface Metrics {
  readonly contentType: string;
  readonly http: HttpMetrics;
  readonly webhooks: WebhookMetrics;
  observeImportBatch(figures: ImportBatchFigures, seconds: number): void;
  meter(parts: MeteredParts): void;
  /** The public interface's cache of representations. */
  meterRepresentations(figures: () => CacheFigures): void;
  text(): Promise<string>;
}

const HTTP_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const IMPORT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Clients can invent other methods, each of which would be a new series. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, garbage collection, heap, CPU, file descriptors.
  collectDefaultMetrics({ register: registry });

  const meter = meterOf(registers);
  new Gauge({
    name: 'build_info',
    help: 'The program, always 1.',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version, node: process.version }, 1);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, by operation; status 0: the client left before the answer.',
    labelNames: ['operation', 'method', 'status'] as const,
    buckets: HTTP_BUCKETS,
    registers,
  });
  const records = new Counter({
    name: 'catalog_import_records_total',
    help: 'Imported records by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const batches = new Histogram({
    name: 'catalog_import_batch_duration_seconds',
    help: 'Time that an import batch took, its transaction included.',
    buckets: IMPORT_BUCKETS,
    registers,
  });
  return {
    contentType: registry.contentType,
    webhooks: createWebhookMetrics(registers),
    http: {
      observe: (operationId, method, status, seconds) =>
        requests.observe(
          { operation: operationId ?? 'none', method: METHODS.has(method) ? method : 'other', status },
          seconds,
        ),
    },
    observeImportBatch(figures, seconds) {
      batches.observe(seconds);
      for (const outcome of IMPORT_OUTCOMES) records.inc({ outcome }, figures[outcome]);
    },
    meter({ droppedLogLines, pool, search, redis }) {
      const connections = (): Figures => ({ idle: pool().idle, busy: pool().total - pool().idle });
      meter(Gauge, 'database_pool_connections', 'Connections of the pool by state.', connections, 'state');
      const waiting = 'Requests that wait for a connection of the pool.';
      meter(Gauge, 'database_pool_waiting', waiting, () => pool().waiting);
      const dropped = 'Log lines that were dropped because their reader was too slow or gone.';
      meter(Counter, 'log_lines_dropped_total', dropped, droppedLogLines);
      if (search !== null) {
        meter(Gauge, 'search_index_documents', 'Anime in the search index.', () => search()?.documents);
        const lag =
          'Time since the index last held everything that was committed; absent where another process keeps it.';
        meter(Gauge, 'search_index_lag_seconds', lag, () => search()?.lagSeconds);
      }
      if (redis !== null) {
        const up =
          'Whether quotas are counted in Redis together with every replica (1), or in this process alone because it is away (0).';
        meter(Gauge, 'quota_redis_up', up, () => (redis().isShared ? 1 : 0));
        const local = 'Calls that were counted in this process alone because Redis was away.';
        meter(Counter, 'quota_local_counts_total', local, () => redis().localCounts);
      }
    },
    meterRepresentations(figures) {
      const name = 'representation_cache';
      const lookups = (): Figures => ({ hit: figures().hits, miss: figures().misses });
      const help = 'Lookups in the cache of JSON representations, by result.';
      meter(Counter, `${name}_lookups_total`, help, lookups, 'result');
      meter(Gauge, `${name}_entries`, 'Representations held.', () => figures().entries);
      meter(Gauge, `${name}_bytes`, 'Memory that the held representations take.', () => figures().bytes);
    },
    text: () => registry.metrics(),
  };
}
