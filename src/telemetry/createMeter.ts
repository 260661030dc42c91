import type { Counter, Gauge, Registry } from 'prom-client';

/** Buckets of a histogram of answers, in seconds: fine enough for p99 from 5 ms to 10 s and for a goal of 500 ms. */
export const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A value, one per value of a label, or unknown. */
export type Figures = number | Readonly<Record<string, number>> | null | undefined;

interface Metered {
  reset(): void;
  remove(): void;
  inc(value: number): void;
  inc(labels: Readonly<Record<string, string>>, value: number): void;
}

/** Registers gauges and counters that are read on demand; unknown figures are left out. */
export function createMeter(registers: Registry[]) {
  return (
    Kind: typeof Gauge<string> | typeof Counter<string>,
    name: string,
    help: string,
    figures: () => Figures,
    label = '',
  ): void => {
    new Kind({
      name,
      help,
      registers,
      labelNames: label === '' ? [] : [label],
      collect(this: Metered) {
        const found = figures();
        this.reset();
        if (found == null) {
          // With a label nothing is left after the reset.
          if (label === '') this.remove();
        } else if (typeof found === 'number') this.inc(found);
        else for (const [value, figure] of Object.entries(found)) this.inc({ [label]: value }, figure);
      },
    });
  };
}

export type Meter = ReturnType<typeof createMeter>;
