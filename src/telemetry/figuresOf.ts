import type { Aggregator, Registry } from 'prom-client';

/** A metric with its values. */
export interface MetricFigures {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: Aggregator;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number | undefined>>;
    /** Of a histogram: the name of the series. */
    readonly metricName?: string;
  }[];
}

/** The values of a registry. NaN, which JSON lacks, is left out like unknown values. */
export async function figuresOf(registry: Registry): Promise<MetricFigures[]> {
  const all = (await registry.getMetricsAsJSON()) as unknown as MetricFigures[];
  return all.map((it) => ({ ...it, values: it.values.filter(({ value }) => Number.isFinite(value)) }));
}
