import { cpuTime } from '../cpuTime.ts';
import { percentile } from '../percentile.ts';
import { usageOf } from '../usageOf.ts';
import { applyLoad } from './loadClient.ts';

/** What is measured beside others. */
export interface Subject {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  /** A file of requests; writeRequests. */
  readonly file: string;
}

/** Medians of the rounds; ratios beside the first subject's, above 1 is better. */
export interface Figures {
  readonly name: string;
  readonly requestsPerSecond: number;
  readonly ratio: number;
  /** Processor time of the server's process a request; NaN where /proc does not tell, as all that follows from it. */
  readonly cpuUs: number;
  readonly cpuRatio: number;
  /** At 60 % of the first subject's rate, which a server should answer without a queue. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Resident memory at most since its start. */
  readonly peakMb: number;
}

interface Rounds {
  readonly seconds: number;
  /** After one that does not count: a process is faster the more it has answered. */
  readonly rounds: number;
}

const CONNECTIONS = 32;
const SHARE_OF_RATE = 0.6;

/** Puts load on the subjects in turn. */
export async function measure(subjects: readonly Subject[], { seconds, rounds }: Rounds): Promise<Figures[]> {
  const load = ({ origin, file }: Subject, rate?: number) =>
    applyLoad({ origin, file, seconds, connections: CONNECTIONS, ...(rate !== undefined && { rate }) });
  const runs = subjects.map((subject) => ({
    subject,
    rates: [] as number[],
    cpuUs: [] as number[],
    p50Ms: [] as number[],
    p99Ms: [] as number[],
  }));
  for (const subject of subjects) await load(subject);
  for (let round = 0; round < rounds; round += 1) {
    // What a turn costs depends on the turn before.
    for (const { subject, rates, cpuUs } of round % 2 === 0 ? runs : runs.toReversed()) {
      const before = cpuTime(subject.pid);
      const { requests, requestsPerSecond } = await load(subject);
      cpuUs.push((cpuTime(subject.pid) - before) / requests);
      rates.push(requestsPerSecond);
    }
  }
  const median = (values: readonly number[] = []) => percentile(values, 0.5);
  const [rate, cpu] = [median(runs[0]?.rates), median(runs[0]?.cpuUs)];
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, p50Ms, p99Ms } of runs) {
      const latencies = await load(subject, rate * SHARE_OF_RATE);
      p50Ms.push(latencies.p50Ms);
      p99Ms.push(latencies.p99Ms);
    }
  }
  return runs.map(({ subject, rates, cpuUs, p50Ms, p99Ms }) => ({
    name: subject.name,
    requestsPerSecond: median(rates),
    ratio: median(rates) / rate,
    cpuUs: median(cpuUs),
    cpuRatio: cpu / median(cpuUs),
    p50Ms: median(p50Ms),
    p99Ms: median(p99Ms),
    peakMb: (usageOf(subject.pid)?.peakMemory ?? Number.NaN) / 1e6,
  }));
}
