import { Gauge } from 'prom-client';
import type { Figures, Meter } from './meterOf.ts';

export interface ScheduleFigures {
  readonly name: string;
  readonly everySeconds: number;
  /** Null before the first time. */
  readonly succeededAt?: string | null | undefined;
}

/** Registers the metrics of an installation's scheduled imports. @param schedules undefined while unknown */
export function meterSchedules(meter: Meter, schedules: () => readonly ScheduleFigures[] | undefined): void {
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
}
