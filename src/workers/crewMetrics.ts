import { AggregatorRegistry } from 'prom-client';
import { figuresOf, type MetricFigures } from '../telemetry/figuresOf.ts';

type Combination = 'sum' | 'max' | 'min' | 'first' | 'omit';

/** Figures of ours whose sum over workers would mean nothing. */
const COMBINATIONS: readonly (readonly [RegExp, Combination])[] = [
  [/^anime_catalog_installation_/, 'max'],
  [/^anime_catalog_build_info$/, 'first'],
  [/_clock_offset_seconds$/, 'first'],
  [/^anime_catalog_search_index_(lag|fill)_seconds$/, 'max'],
  [/_timestamp_seconds$/, 'max'],
  [/^anime_catalog_quota_redis_up$/, 'min'],
];

/** Label values beside which only one worker has a figure, or all the same. */
const OF_THE_INSTALLATION = /^anime_catalog_(installation_|build_info|readiness|workers)/;

/**
 * The metrics of all workers on one page: under each name the sum (or what takes its place), and under
 * `anime_catalog_worker_NAME{worker="N"}` each worker's own, without the buckets of histograms. A sum never falls when
 * a worker ends, which Prometheus would take for a restart of the whole: its last counters stay in it.
 */
export class CrewMetrics {
  readonly #last = new Map<number, readonly MetricFigures[]>();
  #ended: Promise<readonly MetricFigures[]> = Promise.resolve([]);

  /** The present figures of a worker. */
  note(worker: number, figures: readonly MetricFigures[]): void {
    this.#last.set(worker, figures);
  }

  /** A worker has ended: its last figures known are kept in the sums. */
  end(worker: number): void {
    const counters = (this.#last.get(worker) ?? []).filter(
      ({ name, type }) => (type === 'counter' || type === 'histogram') && !OF_THE_INSTALLATION.test(name),
    );
    this.#last.delete(worker);
    this.#ended = this.#ended.then((ended) => figuresOf(AggregatorRegistry.aggregate([ended, counters])));
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    const workers = [...this.#last].sort(([one], [other]) => one - other);
    const all = [...workers.map(([, figures]) => figures), await this.#ended].map((figures) => figures.map(combined));
    const own = workers.map(([worker, figures]) => figures.flatMap((metric) => ownFigures(metric, worker)));
    return await AggregatorRegistry.aggregate([...all, ...own]).metrics();
  }
}

function combined(metric: MetricFigures): MetricFigures {
  const [, aggregator = metric.aggregator] = COMBINATIONS.find(([name]) => name.test(metric.name)) ?? [];
  return { ...metric, aggregator };
}

function ownFigures(metric: MetricFigures, worker: number): MetricFigures[] {
  if (OF_THE_INSTALLATION.test(metric.name)) return [];
  const values = metric.values.flatMap(({ metricName, labels, value }) =>
    metricName?.endsWith('_bucket')
      ? []
      : [
          {
            value,
            labels: { worker: String(worker), ...labels },
            ...(metricName && { metricName: ownName(metricName) }),
          },
        ],
  );
  const type = metric.type === 'histogram' ? 'summary' : metric.type;
  const help = `Of one worker. ${metric.help}`;
  return [{ name: ownName(metric.name), help, type, aggregator: 'sum', values }];
}

function ownName(name: string): string {
  return `anime_catalog_worker_${name.replace(/^anime_catalog_/, '')}`;
}
