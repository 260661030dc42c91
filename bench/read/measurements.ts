import { join } from 'node:path';
import { applyLoad, type LoadRequest, writeRequests } from './loadClient.ts';
import { median } from './median.ts';
import { cpuTime, residentMegabytes } from './processFigures.ts';
import type { BenchServer } from './startServer.ts';

/** What is measured beside others. */
export interface Subject {
  readonly name: string;
  readonly server: BenchServer;
  readonly requests: readonly LoadRequest[];
  /** Requests a second beside the baseline's. */
  readonly goal?: number;
}

type Run = Pick<Subject, 'server'> & { readonly file: string };

interface Settings {
  /** For the files that the client reads. */
  readonly folder: string;
  /** Process ids of the database's connections. */
  readonly backends: () => Promise<readonly number[]>;
  readonly seconds: number;
  /** After a round that does not count: a process is faster the more it has answered. */
  readonly rounds: number;
  readonly connections: number;
}

/** CPU in microseconds a request; null where /proc does not tell. */
interface Sample {
  readonly requestsPerSecond: number;
  readonly serverUs: number | null;
  readonly databaseUs: number | null;
}

interface Figures {
  readonly requestsPerSecond: number | null;
  readonly serverUs: number | null;
  readonly databaseUs: number | null;
  /** 99 of 100 requests took no longer, at 60 % of the baseline's rate. */
  readonly p99Ms: number | null;
  readonly residentMb: number | null;
}

/** Beside the baseline's where they are ratios. */
interface Row extends Figures {
  readonly ratio: number | null;
  readonly cpuRatio: number | null;
  readonly goal?: number;
}

/** The most rounds for the tails. */
const TAIL_ROUNDS = 3;

/** The rate at which tail latency is told: below it a server is not busy all the time. */
const SHARE_OF_BASELINE = 0.6;

/** Puts load on servers in turn and prints what they made of it. */
export class Measurements {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** @returns by subject its figures, its ratios to the baseline and its goal */
  async compare(title: string, baseline: string, subjects: readonly Subject[]): Promise<Readonly<Record<string, Row>>> {
    const { folder, rounds } = this.#settings;
    const runs = subjects.map((subject, index) => ({
      ...subject,
      file: writeRequests(join(folder, `${title}-${index}`), subject.requests),
      samples: [] as Sample[],
      tails: [] as number[],
    }));
    for (const run of runs) await this.#load(run);
    for (let round = 0; round < rounds; round += 1) {
      // What a turn costs depends on the turn before.
      for (const run of round % 2 === 0 ? runs : runs.toReversed()) run.samples.push(await this.#measure(run));
    }
    const reference = median(
      runs.find(({ name }) => name === baseline)?.samples.map((it) => it.requestsPerSecond) ?? [],
    );
    const rate = (reference ?? 100) * SHARE_OF_BASELINE;
    for (let round = 0; round < Math.min(rounds, TAIL_ROUNDS); round += 1) {
      for (const run of runs) run.tails.push((await this.#load(run, rate)).p99Ms);
    }
    const figures = new Map<string, Figures>();
    for (const { name, server, samples, tails } of runs) {
      const of = (key: keyof Sample) => median(samples.flatMap((sample) => sample[key] ?? []));
      figures.set(name, {
        requestsPerSecond: of('requestsPerSecond'),
        serverUs: of('serverUs'),
        databaseUs: of('databaseUs'),
        p99Ms: median(tails),
        residentMb: residentMegabytes(server.pid),
      });
    }
    return print(title, baseline, subjects, figures);
  }

  #load({ server, file }: Run, rate?: number) {
    const { seconds, connections } = this.#settings;
    return applyLoad({ origin: server.origin, file, seconds, connections, ...(rate !== undefined && { rate }) });
  }

  async #measure(run: Run): Promise<Sample> {
    const { server } = run;
    const pids = await this.#settings.backends();
    const before = { server: cpuTime([server.pid]), database: cpuTime(pids) };
    const { requests, requestsPerSecond } = await this.#load(run);
    const after = { server: cpuTime([server.pid]), database: cpuTime(pids) };
    const each = (from: number | null, to: number | null) =>
      from === null || to === null ? null : (to - from) / requests;
    return {
      requestsPerSecond,
      serverUs: each(before.server, after.server),
      databaseUs: each(before.database, after.database),
    };
  }
}

function print(
  title: string,
  baseline: string,
  subjects: readonly Subject[],
  figures: ReadonlyMap<string, Figures>,
): Readonly<Record<string, Row>> {
  const reference = figures.get(baseline);
  const cell = (value: number | null | undefined, digits = 0) =>
    (value == null ? '-' : value.toFixed(digits)).padStart(9);
  process.stdout.write(
    `\n${title.padEnd(14)}    req/s    ratio     goal  CPU us  ratio PostgreSQL us   p99 ms  resident MB\n`,
  );
  const rows: Record<string, Row> = {};
  for (const { name, goal } of subjects) {
    const own = figures.get(name);
    if (own === undefined) continue;
    const ratio = divide(own.requestsPerSecond, reference?.requestsPerSecond);
    const cpuRatio = divide(reference?.serverUs, own.serverUs);
    const verdict = goal === undefined ? '' : `${goal.toFixed(2)}${(ratio ?? 0) >= goal ? ' +' : ' -'}`;
    process.stdout.write(
      `${name.padEnd(14)}${cell(own.requestsPerSecond)}${cell(ratio, 2)}${verdict.padStart(9)}${cell(own.serverUs)}${cell(cpuRatio, 2)}` +
        `${cell(own.databaseUs)}${cell(own.p99Ms, 1)}${cell(own.residentMb)}\n`,
    );
    rows[name] = { ...own, ratio, cpuRatio, ...(goal !== undefined && { goal }) };
  }
  return rows;
}

function divide(a: number | null | undefined, b: number | null | undefined): number | null {
  return a == null || b == null || b === 0 ? null : a / b;
}
