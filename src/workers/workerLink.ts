import type { CountingStore } from '../identity/quota/countingQuotas.ts';
import type { Readiness } from '../internal/probes.ts';
import type { ConnectionCounter } from '../rest/server/connectionCount.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Addresses, Crew, PrimaryCalls, WorkerCalls } from './calls.ts';
import { Channel, type Message } from './channel.ts';

/** Set by the primary alone: which of the workers a process is. */
export const WORKER_VARIABLE = 'CATALOG_WORKER';
/** Set by the primary alone: the worker leads from its start on. */
export const LEADER_VARIABLE = 'CATALOG_LEADER';

const STATE_INTERVAL_MS = 500;

/** A worker's way to the primary, which counts for all workers, tells their metrics and ends them. */
export class WorkerLink {
  /** From 1 on; a worker's replacement has its number. */
  readonly number: number;
  /** Whether this worker leads from its start on: it runs what one of the workers runs for all. */
  readonly isLeader: boolean;
  /** Resolves when this worker is to take the lead over from one that has ended. */
  readonly takeover: Promise<void>;
  /** Ends when the primary stops the worker, or SIGTERM does. */
  readonly stop: AbortSignal;
  readonly counts: CountingStore;
  readonly connections: ConnectionCounter;
  readonly #primary: Channel<WorkerCalls, PrimaryCalls>;
  #figures: WorkerCalls['figures'] = async () => [];
  #crew: Crew = { size: 0, ready: 0, isComplete: false, replacements: 0 };

  /** The link of this process; null unless a primary started it. */
  static ofProcess(): WorkerLink | null {
    const number = Number(process.env[WORKER_VARIABLE]);
    const isLeader = process.env[LEADER_VARIABLE] !== undefined;
    delete process.env[WORKER_VARIABLE];
    delete process.env[LEADER_VARIABLE];
    return process.connected && number > 0 ? new WorkerLink(number, isLeader) : null;
  }

  private constructor(number: number, isLeader: boolean) {
    this.number = number;
    this.isLeader = isLeader;
    let lead = () => {};
    this.takeover = new Promise((resolve) => {
      lead = resolve;
    });
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    this.stop = stopping.signal;
    // A terminal's Ctrl-C and its end reach every process, and the primary decides what they mean.
    process.on('SIGTERM', stop);
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
    const primary = new Channel<WorkerCalls, PrimaryCalls>(
      // Without a primary Node ends the process.
      (messages) => void process.send?.(messages, undefined, {}, () => {}),
      { stop, lead, figures: () => this.#figures() },
    );
    process.on('message', (messages: readonly Message[]) => primary.receive(messages));
    // A start that fails ends by itself, with its status.
    process.channel?.unref();
    this.#primary = primary;
    this.counts = {
      take: (...given) => primary.call('take', ...given),
      giveBack: (...given) => primary.call('giveBack', ...given),
      read: (...given) => primary.call('read', ...given),
    };
    this.connections = {
      open: (address) => primary.call('opened', address),
      close: (address) => void primary.call('closed', address),
    };
  }

  get crew(): Crew {
    return this.#crew;
  }

  /** Gives the primary this worker's metrics from now on. */
  meter({ figures }: Pick<Metrics, 'figures'>): void {
    this.#figures = figures;
  }

  /** The metrics of all workers, in Prometheus' text format. */
  metrics(): Promise<string> {
    return this.#primary.call('metrics');
  }

  /** Tells the primary twice a second how this worker does, until the process ends. */
  watch(readiness: () => Readiness): void {
    const tell = async (): Promise<void> => {
      const memoryBytes = process.memoryUsage.rss();
      this.#crew = await this.#primary.call('state', { status: readiness().status, memoryBytes });
    };
    setInterval(() => void tell(), STATE_INTERVAL_MS).unref();
    void tell();
  }

  /** Tells the primary that this worker's start has ended. */
  async serving(addresses: Addresses): Promise<void> {
    await this.#primary.call('serving', addresses);
  }

  /** What /readyz says of all workers: not ready before all of them are; later it suffices that this one is. */
  readiness(own: Readiness): Readiness {
    const { size, ready, isComplete } = this.#crew;
    const detail = `${ready} of ${size} are ready`;
    const workers =
      ready === size && isComplete
        ? ({ status: 'ok' } as const)
        : ({ status: isComplete ? 'failed' : 'waiting', detail } as const);
    const status = own.status === 'ready' && !isComplete ? 'starting' : own.status;
    return { status, parts: { ...own.parts, workers } };
  }
}
