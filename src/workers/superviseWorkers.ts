import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../configuration/configuration.ts';
import { assertListenable } from '../listener/openListener.ts';
import { StartError } from '../startError.ts';
import { openLogs } from '../telemetry/logger.ts';
import type { Addresses } from './calls.ts';
import { Crew } from './crew.ts';
import { isStop } from './isStop.ts';

interface Supervision {
  readonly configuration: Configuration;
  /** Stops the workers. */
  readonly stop: AbortSignal;
  /** How long the workers may take to stop, in milliseconds; then they are killed. */
  readonly stopMs: number;
  /** Called once the service answers. */
  readonly onServing: (addresses: Addresses) => Promise<void>;
}

/** A signal to every process may reach this one after the worker. */
const SAME_SIGNAL_MS = 1_000;

/** Connections to PostgreSQL of each worker beside its pool: the one that listens. */
const BESIDE_POOL = 1;

/**
 * Runs the workers of WORKERS until they are stopped. The first is alone until it serves, so that migrations, generated
 * secrets and a first import happen once; if its start fails, that ends the service, as without workers. This process
 * distributes connections, counts for all, and runs nothing that could fail.
 * @returns the exit status
 * @throws StartError
 */
export async function superviseWorkers({ configuration, stop, stopMs, onServing }: Supervision): Promise<number> {
  const { workers: size, logLevel: level, logFormat: format, roles, databasePoolSize, callers } = configuration;
  const representationCacheMb = configuration.representationCacheBytes / 1e6;
  await assertListenable({ ...configuration.public, variables: { host: 'HOST', port: 'PORT' } });
  const logs = openLogs({ level, format, secrets: [] });
  const { logger } = logs;
  // A worker that asked the kernel for its connections would leave the others idle.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const crew = new Crew({ size, quotas: callers.quotas, logger });
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
  void stopped.then(async () => {
    crew.stop();
    await sleep(stopMs, undefined, { ref: false });
    crew.kill();
  });

  const first = await Promise.race([crew.startFirst(), stopped]);
  if (first !== undefined) {
    if ('ended' in first) {
      if (isStop(first.ended)) await Promise.race([stopped, sleep(SAME_SIGNAL_MS)]);
      if (stop.aborted) return 0;
      if (first.ended.signal !== null) throw new StartError(`the first worker was ended by ${first.ended.signal}`);
      // It has said why.
      return first.ended.code ?? 1;
    }
    await onServing(first);
    const memoryBytes = await Promise.race([crew.startOthers(), stopped]);
    if (memoryBytes !== undefined) {
      const connections = size * (databasePoolSize + BESIDE_POOL) + (roles.has('webhooks') ? 1 : 0);
      const memoryMb = Math.round((memoryBytes + process.memoryUsage.rss()) / 1e6);
      logger.info({ workers: size, connections, memoryMb, representationCacheMb }, 'the workers are ready');
    }
    await stopped;
  }
  const isClean = await crew.ended();
  await logs.drain();
  return isClean ? 0 : 1;
}
