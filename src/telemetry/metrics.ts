import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';
import { createWebhookMetrics, type WebhookMetrics } from './webhookMetrics.ts';

export interface HttpMetrics {
  /** @param operationId undefined for what no operation answered, such as an unknown path */
  observe(operationId: string | undefined, method: string, status: number, seconds: number): void;
}

/** What an import batch came to. */
export interface ImportBatchFigures {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly held: number;
  readonly proposed: number;
  readonly rejected: number;
}

/** Parts of the service that are asked for their figures when the metrics are read. */
export interface MeteredParts {
  readonly droppedLogLines: () => number;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  /** The search index, as it was last seen; undefined while nobody knows. Null when search is off. */
  readonly search: (() => { readonly documents: number; readonly lagSeconds: number | null } | undefined) | null;
  /** The Redis that quotas are counted in; null when there is none. */
  readonly redis: (() => SharedCountFigures) | null;
}

/** Where quotas are counted. */
export interface SharedCountFigures {
  readonly isShared: boolean;
  readonly localCounts: number;
}

/** What a cache has done since the start, and holds. */
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
/** A client can make up others: each would be a series of its own. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Event loop lag, garbage collection, heap, CPU, file descriptors.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
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
    observeImportBatch({ created, updated, unchanged, held, proposed, rejected }, seconds) {
      batches.observe(seconds);
      for (const [outcome, count] of Object.entries({ created, updated, unchanged, held, proposed, rejected })) {
        records.inc({ outcome }, count);
      }
    },
    meter(parts) {
      meterPool(parts.pool, registers);
      meterLogs(parts.droppedLogLines, registers);
      if (parts.search !== null) meterSearch(parts.search, registers);
      if (parts.redis !== null) meterRedis(parts.redis, registers);
    },
    meterRepresentations: (figures) => meterRepresentations(figures, registers),
    text: () => registry.metrics(),
  };
}

function meterLogs(dropped: MeteredParts['droppedLogLines'], registers: Registry[]): void {
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that were dropped because their reader was too slow or gone.',
    registers,
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}

function meterPool(pool: MeteredParts['pool'], registers: Registry[]): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool by state.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { total, idle } = pool();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, total - idle);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Requests that wait for a connection of the pool.',
    registers,
    collect() {
      this.set(pool().waiting);
    },
  });
}

function meterRepresentations(figures: () => CacheFigures, registers: Registry[]): void {
  new Counter({
    name: 'representation_cache_lookups_total',
    help: 'Look-ups in the cache of JSON representations, by result.',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { hits, misses } = figures();
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
  new Gauge({
    name: 'representation_cache_entries',
    help: 'Representations held.',
    registers,
    collect() {
      this.set(figures().entries);
    },
  });
  new Gauge({
    name: 'representation_cache_bytes',
    help: 'Memory that the held representations take.',
    registers,
    collect() {
      this.set(figures().bytes);
    },
  });
}

function meterSearch(search: NonNullable<MeteredParts['search']>, registers: Registry[]): void {
  const documents = new Gauge({ name: 'search_index_documents', help: 'Anime in the search index.', registers });
  new Gauge({
    name: 'search_index_lag_seconds',
    help: 'Time since the index last held everything that was committed; absent where another process keeps it.',
    registers,
    collect() {
      const figures = search();
      if (figures === undefined) documents.remove();
      else documents.set(figures.documents);
      if (figures?.lagSeconds == null) this.remove();
      else this.set(figures.lagSeconds);
    },
  });
}

function meterRedis(redis: () => SharedCountFigures, registers: Registry[]): void {
  new Gauge({
    name: 'quota_redis_up',
    help: 'Whether quotas are counted in Redis together with every replica (1), or in this process alone because it is away (0).',
    registers,
    collect() {
      this.set(redis().isShared ? 1 : 0);
    },
  });
  new Counter({
    name: 'quota_local_counts_total',
    help: 'Calls that were counted in this process alone because Redis was away.',
    registers,
    collect() {
      this.reset();
      this.inc(redis().localCounts);
    },
  });
}
