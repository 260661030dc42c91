import type { CountingStore } from '../identity/quota/countingQuotas.ts';
import type { MetricFigures } from '../telemetry/figuresOf.ts';

/** What a worker last told of itself. */
export interface WorkerState {
  /** As /readyz says it. */
  readonly status: string;
  readonly memoryBytes: number;
}

/** The workers together. */
export interface Crew {
  readonly size: number;
  /** How many are ready. */
  readonly ready: number;
  /** Whether all have been ready at once since the start. */
  readonly isComplete: boolean;
  /** How often a worker was started in the place of another. */
  readonly replacements: number;
}

/** Where a service answers. */
export interface Addresses {
  readonly publicUrl: string | null;
  readonly internalUrl: string | null;
}

/** What the primary answers a worker. */
export interface PrimaryCalls extends CountingStore {
  /** A connection of the address was opened. @returns how many it has */
  opened(address: string): number;
  closed(address: string): void;
  /** The worker's start has ended. */
  serving(addresses: Addresses): void;
  state(state: WorkerState): Crew;
  /** The metrics of all workers. */
  metrics(): Promise<string>;
}

/** What a worker answers the primary. */
export interface WorkerCalls {
  figures(): Promise<readonly MetricFigures[]>;
  /** From now on the worker runs what one of them runs for all. */
  lead(): void;
  stop(): void;
}
