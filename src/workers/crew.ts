import cluster, { type Worker } from 'node:cluster';
import { type QuotaLimits, quotaLimits } from '../identity/quota/countingQuotas.ts';
import { memoryStore } from '../identity/quota/memoryQuotas.ts';
import { ConnectionCount } from '../rest/server/connectionCount.ts';
import type { Logger } from '../telemetry/logger.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Addresses, Crew as CrewState, PrimaryCalls, WorkerCalls } from './calls.ts';
import { Channel } from './channel.ts';
import { closeUntaken } from './closeUntaken.ts';
import { CrewMetrics } from './crewMetrics.ts';
import { type End, isStop } from './isStop.ts';
import { BEAT_MS, beginsToBeLost, isAtWork, LOST_S, type Member, servedMs } from './member.ts';
import { RestartDelay } from './restartDelay.ts';
import { LEADER_VARIABLE, WORKER_VARIABLE } from './workerLink.ts';

interface CrewOptions {
  readonly size: number;
  readonly quotas: Parameters<typeof quotaLimits>[0];
  readonly logger: Logger;
}

/** A worker that does not tell its metrics by then is shown as it was. */
const FIGURES_MS = 1_000;

/** The workers, seen from the primary: starts them, replaces those that end, and counts for all. */
export class Crew {
  readonly #size: number;
  readonly #logger: Logger;
  readonly #counts: ReturnType<typeof memoryStore>;
  readonly #connections = new ConnectionCount();
  readonly #metrics = new CrewMetrics();
  readonly #members = new Map<number, Member>();
  readonly #delays = new Map<number, RestartDelay>();
  #leader: Member | null = null;
  #replacements = 0;
  #isComplete = false;
  #isStopping = false;
  #isClean = true;
  #hasServed = false;
  #onFirst: (first: Addresses | { readonly ended: End }) => void = () => {};
  #onComplete: (memoryBytes: number) => void = () => {};
  #onEmpty: () => void = () => {};

  constructor({ size, quotas, logger }: CrewOptions) {
    this.#size = size;
    this.#logger = logger;
    const limits: QuotaLimits = quotaLimits(quotas);
    this.#counts = memoryStore(limits);
    setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  /** Resolves when the first worker serves, or its start has ended. */
  startFirst(): Promise<Addresses | { readonly ended: End }> {
    return new Promise((resolve) => {
      this.#onFirst = resolve;
      this.#start(1);
    });
  }

  /** Resolves when all are ready. @returns the memory that they take */
  startOthers(): Promise<number> {
    return new Promise((resolve) => {
      this.#onComplete = resolve;
      for (let number = 2; number <= this.#size; number += 1) this.#start(number);
    });
  }

  /** Stops all; none is replaced any more. */
  stop(): void {
    this.#isStopping = true;
    for (const { channel } of this.#members.values()) void channel.call('stop');
  }

  kill(): void {
    for (const { process } of this.#members.values()) process.process.kill('SIGKILL');
  }

  /** Resolves when none is left. @returns whether all ended with status 0 */
  async ended(): Promise<boolean> {
    if (this.#members.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onEmpty = resolve;
      });
    }
    return this.#isClean;
  }

  #start(number: number): void {
    const leads = this.#leader === null;
    let process: Worker;
    try {
      process = cluster.fork({ [WORKER_VARIABLE]: String(number), ...(leads && { [LEADER_VARIABLE]: 'yes' }) });
    } catch (error) {
      // As at ENOMEM; of others, such as EAGAIN and EMFILE, the worker tells.
      this.#logger.error({ err: error, worker: number }, 'a worker failed');
      this.#startAgain(number, { code: null, signal: null });
      return;
    }
    closeUntaken(process);
    const connections = new ConnectionCount();
    const channel = new Channel<PrimaryCalls, WorkerCalls>(
      (messages) => void process.send(messages, () => {}),
      this.#answersTo(number, connections),
    );
    const member: Member = { process, channel, connections, servingSince: null, state: null, silentBeats: 0 };
    this.#members.set(number, member);
    if (leads) this.#leader = member;
    let hasEnded = false;
    const end = (code: number | null, signal: string | null) => {
      if (!hasEnded) this.#end(number, member, { code, signal });
      hasEnded = true;
    };
    process.on('message', (messages) => {
      // What is read only after its end would count connections that nobody closes.
      if (!hasEnded) channel.receive(messages);
    });
    process.once('exit', end);
    process.on('error', (error) => {
      this.#logger.error({ err: error, worker: number }, 'a worker failed');
      // It was never there, so nothing tells of its end.
      if (process.process.pid === undefined) end(null, null);
    });
  }

  #answersTo(number: number, connections: ConnectionCount): PrimaryCalls {
    const { take, giveBack, read } = this.#counts;
    return {
      ...{ take, giveBack, read },
      opened: (address) => {
        connections.open(address);
        return this.#connections.open(address);
      },
      closed: (address) => {
        connections.close(address);
        this.#connections.close(address);
      },
      serving: (addresses) => {
        const member = this.#members.get(number);
        if (member !== undefined) member.servingSince = performance.now();
        this.#hasServed = true;
        this.#onFirst(addresses);
      },
      state: (state) => {
        const member = this.#members.get(number);
        if (member !== undefined) Object.assign(member, { state, silentBeats: 0 });
        return this.#noteState();
      },
      metrics: () => this.#text(),
    };
  }

  /** Kills workers that hang: they keep the lead, and connections of callers. */
  #beat(): void {
    for (const [number, member] of this.#members) {
      if (!beginsToBeLost(member)) continue;
      const { process } = member.process;
      this.#logger.error(
        { worker: number, workerPid: process.pid, silentSeconds: LOST_S },
        'a worker hangs and is killed',
      );
      process.kill('SIGKILL');
    }
  }

  /** Another worker leads at once, one that serves if there is one; else one that starts, or the next that does. */
  #handOver(): void {
    const heirs = [...this.#members.values()].filter((member) => member.state === null || isAtWork(member));
    this.#leader = heirs.find(({ state }) => state !== null) ?? heirs[0] ?? null;
    void this.#leader?.channel.call('lead');
  }

  #noteState(): CrewState {
    const members = [...this.#members.values()];
    const ready = members.filter((member) => member.state?.status === 'ready' && isAtWork(member)).length;
    if (ready === this.#size && !this.#isComplete) {
      this.#isComplete = true;
      this.#onComplete(members.reduce((sum, { state }) => sum + (state?.memoryBytes ?? 0), 0));
    }
    return { size: this.#size, ready, isComplete: this.#isComplete, replacements: this.#replacements };
  }

  async #text(): Promise<string> {
    await Promise.all(
      [...this.#members].map(async ([number, member]) => {
        const late = () => new Error('the worker does not tell its metrics');
        const figures = await withTimeout(member.channel.call('figures'), FIGURES_MS, late).catch(() => null);
        if (figures !== null && this.#members.get(number) === member) this.#metrics.note(number, figures);
      }),
    );
    return await this.#metrics.text();
  }

  #end(number: number, member: Member, end: End): void {
    this.#members.delete(number);
    for (const [address, open] of member.connections.entries()) {
      for (let n = 0; n < open; n += 1) this.#connections.close(address);
    }
    if (this.#isStopping) {
      if (end.code !== 0 && !isStop(end)) this.#isClean = false;
      if (this.#members.size === 0) this.#onEmpty();
      return;
    }
    this.#metrics.end(number);
    if (this.#leader === member) this.#handOver();
    this.#startAgain(number, end, member);
  }

  /** Starts a worker in the place of one that has ended, or was never there. The first start is not tried again. */
  #startAgain(number: number, end: End, ended?: Member): void {
    if (!this.#hasServed) {
      this.#onFirst({ ended: end });
      return;
    }
    const delay = this.#delays.get(number) ?? new RestartDelay();
    this.#delays.set(number, delay);
    const restartInMs = delay.afterEnd(ended === undefined ? 0 : servedMs(ended));
    const { code: status, signal } = end;
    const workerPid = ended?.process.process.pid;
    this.#logger.error({ worker: number, workerPid, status, signal, restartInMs }, 'a worker ended');
    setTimeout(() => {
      if (this.#isStopping) return;
      this.#replacements += 1;
      this.#start(number);
    }, restartInMs);
  }
}
