import { Counter, Histogram, type Registry } from 'prom-client';
import { DURATIONS } from './createMeter.ts';

/** Errors that an operator acts on, then those of single statements. */
const ERROR_CLASSES = [
  'connection',
  'shutdown',
  'timeout',
  'no_connection_left',
  'read_only',
  'disk_full',
  'resources',
  'login',
  'fenced',
  'conflict',
  'data',
  'other',
] as const;

/** Figures of the database and the publications of this process. */
export interface StoreMetrics {
  /** A statement or its transaction waited this long for a connection of the pool. */
  waitedForConnection(seconds: number): void;
  /** A statement was answered, or failed, after this time. */
  answered(seconds: number): void;
  databaseFailed(errorClass: (typeof ERROR_CLASSES)[number]): void;
  /** A publication waited this long for its turn. */
  waitedForTurn(seconds: number): void;
  published(events: number): void;
}

export function createStoreMetrics(registers: Registry[]): StoreMetrics {
  const connectionWait = new Histogram({
    name: 'anime_catalog_database_connection_wait_seconds',
    help: 'Wait for a connection of the pool, opened or handed back.',
    buckets: [0.001, 0.01, 0.1, 1],
    registers,
  });
  const statements = new Histogram({
    name: 'anime_catalog_database_statement_duration_seconds',
    help: 'Time from a statement to its answer, without the wait for a connection.',
    buckets: DURATIONS,
    registers,
  });
  const errors = new Counter({
    name: 'anime_catalog_database_errors_total',
    help: 'Errors that the database reported, or connections that failed, by class.',
    labelNames: ['class'] as const,
    registers,
  });
  // Prometheus computes the rate of a first error only if it saw a 0 before.
  for (const each of ERROR_CLASSES) errors.inc({ class: each }, 0);
  const turnWait = new Histogram({
    name: 'anime_catalog_publication_wait_seconds',
    help: 'Wait of a publication for its turn: one runs at a time in the installation.',
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  const publications = new Counter({
    name: 'anime_catalog_publications_total',
    help: 'Transactions of this process that published events.',
    registers,
  });
  const events = new Counter({
    name: 'anime_catalog_events_published_total',
    help: 'Events that this process published.',
    registers,
  });
  return {
    waitedForConnection: (seconds) => connectionWait.observe(seconds),
    answered: (seconds) => statements.observe(seconds),
    databaseFailed: (errorClass) => errors.inc({ class: errorClass }),
    waitedForTurn: (seconds) => turnWait.observe(seconds),
    published(count) {
      publications.inc();
      events.inc(count);
    },
  };
}
