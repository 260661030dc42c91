import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../base/version.ts';
import { createMeter, DURATIONS, type Figures } from './createMeter.ts';
import { createHttpMetrics, type HttpMetrics } from './httpMetrics.ts';
import { type MeteredParts, meterParts } from './meterParts.ts';
import { createStoreMetrics, type StoreMetrics } from './storeMetrics.ts';
import { createWebhookMetrics, type WebhookMetrics } from './webhookMetrics.ts';

const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'proposed', 'rejected'] as const;

/** The number of records of an import batch, by outcome. */
type ImportBatchFigures = Readonly<Record<(typeof IMPORT_OUTCOMES)[number], number>>;

/** Counters of a cache since the start, and its size. */
interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Figures of this process in Prometheus' text format 0.0.4: at most 850 series, whatever callers send. Names begin
 * with `anime_catalog_`; those with `anime_catalog_installation_` are equal in every process and must not be summed.
 */
export interface Metrics {
  readonly contentType: string;
  readonly http: HttpMetrics;
  readonly store: StoreMetrics;
  readonly webhooks: WebhookMetrics;
  observeImportBatch(figures: ImportBatchFigures, seconds: number): void;
  /** A call that a quota refused. */
  quotaRefused(policy: string): void;
  /** A request to Elasticsearch has ended, after this time. */
  askedElasticsearch(result: string, seconds: number): void;
  /** A task of housekeeping has succeeded. */
  housekept(work: string): void;
  /** The creation of the oldest row that a rule may remove later, in seconds since 1970; null: unknown or none. */
  setOldest(rule: string, at: number | null): void;
  meter(parts: MeteredParts): void;
  meterReadiness(status: () => string): void;
  /** The public interface's cache of representations. */
  meterRepresentations(figures: () => CacheFigures): void;
  text(): Promise<string>;
}

const IMPORT_BUCKETS = [0.01, 0.1, 0.5, 2.5, 10, 30];
/** Each is a series for each kind of garbage collection. */
const GC_BUCKETS = [0.01, 0.1];
const READINESS = ['starting', 'ready', 'unready', 'stopping'] as const;

const totalName = (what: string) => `active_${what}_total`;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Event loop lag, garbage collection, heap, CPU, file descriptors.
  collectDefaultMetrics({ register: registry, gcDurationBuckets: GC_BUCKETS });
  // The sum of the sizes that are used and available, for nine spaces; gauges that are named like counters.
  for (const name of ['heap_space_size_total_bytes', ...['handles', 'requests', 'resources'].map(totalName)]) {
    registry.removeSingleMetric(`nodejs_${name}`);
  }

  const meter = createMeter(registers);
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
  const searching = new Histogram({
    name: 'anime_catalog_elasticsearch_request_duration_seconds',
    help: 'Time that a request to Elasticsearch took, its retries included.',
    buckets: DURATIONS,
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
    askedElasticsearch(result, seconds) {
      elasticsearch.inc({ result });
      searching.observe(seconds);
    },
    housekept(work) {
      housekept[work] = Date.now() / 1000;
    },
    setOldest(rule, at) {
      if (at === null) delete oldest[rule];
      else oldest[rule] = at;
    },
    meter: (parts) => meterParts(meter, parts),
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
    text: () => registry.metrics(),
  };
}
