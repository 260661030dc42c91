import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';
import { figuresOf, type MetricFigures } from './figuresOf.ts';
import { createHttpMetrics, type HttpMetrics } from './httpMetrics.ts';
import { type Figures, meterOf } from './meterOf.ts';
import { createStoreMetrics, type StoreMetrics } from './storeMetrics.ts';
import { createWebhookMetrics, type WebhookMetrics } from './webhookMetrics.ts';

const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'proposed', 'rejected'] as const;

/** The number of records of an import batch, by outcome. */
export type ImportBatchFigures = Readonly<Record<(typeof IMPORT_OUTCOMES)[number], number>>;

/** Parts of the service that supply their figures when the metrics are read. */
export interface MeteredParts {
  readonly droppedLogLines: () => number;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  /** How far this machine's clock is ahead of the database's; null while unknown. */
  readonly clockAheadSeconds: () => number | null;
  /** The position of the last event; undefined while unknown. */
  readonly lastPosition: () => number | undefined;
  /** The search index as of the last check; undefined while unknown. Null when search is off. */
  readonly search: (() => SearchFigures | undefined) | null;
  /** Whether this process keeps the index now; null when search is off. */
  readonly keepsIndex: (() => boolean) | null;
  /** The shared quotas; null without Redis. */
  readonly redis: (() => { readonly isShared: boolean; readonly localCounts: number }) | null;
}

export interface SearchFigures {
  readonly documents: number;
  readonly lagSeconds: number | null;
  /** Null where this process did not fill the index. */
  readonly fillSeconds: number | null;
  /** Null where the index is not in this process's memory. */
  readonly memoryBytes: number | null;
}

/** Counters of a cache since the start, and its size. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Figures of this process in Prometheus' text format 0.0.4: at most 600 series with twenty schedules, whatever callers
 * send. Names begin with
 * `anime_catalog_`; those with `anime_catalog_installation_`, which every process tells alike and nobody should sum.
 */
export interface Metrics {
  readonly contentType: string;
  readonly http: HttpMetrics;
  readonly store: StoreMetrics;
  readonly webhooks: WebhookMetrics;
  observeImportBatch(figures: ImportBatchFigures, seconds: number): void;
  /** A call that a quota refused. */
  quotaRefused(policy: string): void;
  /** A request to Elasticsearch has ended. */
  askedElasticsearch(result: string): void;
  /** A work of housekeeping has succeeded. */
  housekept(work: string): void;
  /** When the oldest row came to be that a rule may once remove, in seconds since 1970; null: unknown or none. */
  setOldest(rule: string, at: number | null): void;
  meter(parts: MeteredParts): void;
  meterReadiness(status: () => string): void;
  /** The public interface's cache of representations. */
  meterRepresentations(figures: () => CacheFigures): void;
  /** The installation's schedules of imports; undefined while unknown. */
  meterImportSchedules(schedules: () => readonly ScheduleFigures[] | undefined): void;
  /** The workers of an installation that shares its port among several processes. */
  meterWorkers(figures: () => { readonly size: number; readonly ready: number; readonly replacements: number }): void;
  text(): Promise<string>;
  /** What `text` shows, for another process. */
  figures(): Promise<MetricFigures[]>;
}

export interface ScheduleFigures {
  readonly name: string;
  readonly everySeconds: number;
  /** Null before the first time. */
  readonly succeededAt?: string | null | undefined;
}

const IMPORT_BUCKETS = [0.01, 0.1, 0.5, 2.5, 10, 30];
/** Each is a series for each kind of garbage collection. */
const GC_BUCKETS = [0.01, 0.1];
const READINESS = ['starting', 'ready', 'unready', 'stopping'] as const;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, garbage collection, heap, CPU, file descriptors.
  collectDefaultMetrics({ register: registry, gcDurationBuckets: GC_BUCKETS });
  // The sum of the sizes that are used and available, for nine spaces.
  registry.removeSingleMetric('nodejs_heap_space_size_total_bytes');

  const meter = meterOf(registers);
  new Gauge({
    name: 'anime_catalog_build_info',
    help: 'The program, always 1.',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version, node: process.version }, 1);
  const records = new Counter({
    name: 'anime_catalog_import_records_total',
    help: 'Imported records by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const batches = new Histogram({
    name: 'anime_catalog_import_batch_duration_seconds',
    help: 'Time that an import batch took, its transaction included.',
    buckets: IMPORT_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'anime_catalog_quota_refusals_total',
    help: 'Calls beyond a quota, by its policy.',
    labelNames: ['policy'] as const,
    registers,
  });
  const elasticsearch = new Counter({
    name: 'anime_catalog_elasticsearch_requests_total',
    help: 'Requests to Elasticsearch by result, each attempt counted once its retries have ended.',
    labelNames: ['result'] as const,
    registers,
  });
  const housekept: Record<string, number> = {};
  const last = 'When housekeeping last succeeded in this process (Unix time), by work.';
  meter(Gauge, 'anime_catalog_housekeeping_success_timestamp_seconds', last, () => housekept, 'work');
  const oldest: Record<string, number> = {};
  const began =
    'When the oldest row came to be (Unix time) that a rule of the retention may once remove; in the process that removed last.';
  meter(Gauge, 'anime_catalog_retention_oldest_timestamp_seconds', began, () => oldest, 'rule');
  return {
    contentType: registry.contentType,
    http: createHttpMetrics(registers),
    store: createStoreMetrics(registers),
    webhooks: createWebhookMetrics(registers),
    observeImportBatch(figures, seconds) {
      batches.observe(seconds);
      for (const outcome of IMPORT_OUTCOMES) records.inc({ outcome }, figures[outcome]);
    },
    quotaRefused: (policy) => refusals.inc({ policy }),
    askedElasticsearch: (result) => elasticsearch.inc({ result }),
    housekept(work) {
      housekept[work] = Date.now() / 1000;
    },
    setOldest(rule, at) {
      if (at === null) delete oldest[rule];
      else oldest[rule] = at;
    },
    meter({ droppedLogLines, pool, clockAheadSeconds, lastPosition, search, keepsIndex, redis }) {
      const connections = (): Figures => ({ idle: pool().idle, busy: pool().total - pool().idle });
      meter(
        Gauge,
        'anime_catalog_database_pool_connections',
        'Connections of the pool by state.',
        connections,
        'state',
      );
      const waiting = 'Requests that wait for a connection of the pool.';
      meter(Gauge, 'anime_catalog_database_pool_waiting', waiting, () => pool().waiting);
      const ahead = "How far this machine's clock is ahead of the database's; beyond 2 the database's time is used.";
      meter(Gauge, 'anime_catalog_database_clock_offset_seconds', ahead, clockAheadSeconds);
      const dropped = 'Log lines that were dropped because their reader was too slow or gone.';
      meter(Counter, 'anime_catalog_log_lines_dropped_total', dropped, droppedLogLines);
      const position = 'Of the installation: the position of the last event.';
      meter(Gauge, 'anime_catalog_installation_last_position', position, lastPosition);
      if (search !== null) {
        const documents =
          'Of the installation where it has Elasticsearch, else of this process: anime in the search index.';
        meter(Gauge, 'anime_catalog_installation_search_documents', documents, () => search()?.documents);
        const lag =
          'Time since the index last held everything that was committed; absent where another process keeps it.';
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
    },
    meterReadiness(status) {
      const figures = (): Figures => {
        const now = status();
        return Object.fromEntries(READINESS.map((each) => [each, each === now ? 1 : 0]));
      };
      const help = 'What /readyz says: 1 for the status that holds, 0 for the others.';
      meter(Gauge, 'anime_catalog_readiness', help, figures, 'status');
    },
    meterRepresentations(figures) {
      const name = 'anime_catalog_representation_cache';
      const lookups = (): Figures => ({ hit: figures().hits, miss: figures().misses });
      const help = 'Lookups in the cache of JSON representations, by result.';
      meter(Counter, `${name}_lookups_total`, help, lookups, 'result');
      meter(Gauge, `${name}_entries`, 'Representations held.', () => figures().entries);
      meter(Gauge, `${name}_bytes`, 'Memory that the held representations take.', () => figures().bytes);
    },
    meterImportSchedules(schedules) {
      const by = (figure: (of: ScheduleFigures) => number | undefined) => (): Figures => {
        const known = schedules()?.map((it) => [it.name, figure(it)] as const);
        return known && Object.fromEntries(known.filter((it): it is [string, number] => it[1] !== undefined));
      };
      const name = 'anime_catalog_installation_import_schedule';
      const last =
        'Of the installation: when a scheduled import last succeeded or found nothing new (Unix time); absent before.';
      const success = by(({ succeededAt }) => (succeededAt ? Date.parse(succeededAt) / 1000 : undefined));
      meter(Gauge, `${name}_success_timestamp_seconds`, last, success, 'schedule');
      const interval = 'Of the installation: time from one scheduled import to the next.';
      meter(
        Gauge,
        `${name}_interval_seconds`,
        interval,
        by(({ everySeconds }) => everySeconds),
        'schedule',
      );
    },
    meterWorkers(figures) {
      meter(Gauge, 'anime_catalog_workers', 'Workers on this port (WORKERS).', () => figures().size);
      meter(Gauge, 'anime_catalog_workers_ready', 'Workers on this port that are ready.', () => figures().ready);
      const replaced = 'How often a worker was started in the place of one that had ended.';
      meter(Counter, 'anime_catalog_workers_replaced_total', replaced, () => figures().replacements);
    },
    text: () => registry.metrics(),
    figures: () => figuresOf(registry),
  };
}
