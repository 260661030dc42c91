import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/freePort.ts';
import { pin, SERVER_CORE } from './cores.ts';
import { applyLoad, writeRequests } from './loadClient.ts';
import { anonymousMegabytes, residentMegabytes } from './processFigures.ts';
import { rotations } from './scenarios.ts';
import type { BenchServer } from './startServer.ts';

const SECONDS = 10;
/** The rate of the first ten seconds after readiness, beside that of the ten seconds after those. */
const GOAL = 0.8;
const RESIDENT_GOAL_MB = 350;

interface Program extends BenchServer {
  /** Answers with the seconds from the start until the index is filled. */
  ready(): Promise<number>;
  /** What is held of representations, in megabytes. */
  heldMegabytes(): Promise<number>;
}

/**
 * Starts the program as it is installed (dist/) anew for each: to learn the pages that the load rotates over, to put load on it from
 * its first answer on, while it fills its search index, and to do so when it is ready, as a balancer does. Memory is told after 2,000
 * pages, 2,000 anime and their episodes have been read at full speed too.
 */
export async function measureFirstSeconds(url: string, folder: string): Promise<object> {
  const file = join(folder, 'start');
  const others = join(folder, 'others');
  await withProgram(url, folder, async (program) => {
    const { list, one, episodes } = (await rotations(program)).catalog;
    writeRequests(file, list);
    writeRequests(others, [...episodes, ...one]);
  });
  const load = async ({ origin }: Program, requests: string) =>
    (await applyLoad({ origin, file: requests, seconds: SECONDS, connections: 32 })).requestsPerSecond;
  const rate = (program: Program) => load(program, file);
  const atOnce = await withProgram(url, folder, rate);
  const { readySeconds, first, later, memory } = await withProgram(url, folder, async (program) => ({
    readySeconds: await program.ready(),
    first: await rate(program),
    later: await rate(program),
    memory: await load(program, others).then(() => memoryOf(program)),
  }));
  const { residentMb, anonymousMb, heldMb } = memory;
  const verdict = (right: boolean) => (right ? '+' : '-');
  const share = (of: number) => `${of.toFixed(0)} req/s, ${(of / later).toFixed(2)}`;
  process.stdout.write(
    `\nstart: ready after ${readySeconds.toFixed(1)} s; then ${later.toFixed(0)} req/s, but in the first ${SECONDS} s\n` +
      `from readiness ${share(first)}, goal ${GOAL} ${verdict(first / later >= GOAL)}\n` +
      `from the first answer ${share(atOnce)}\n` +
      `resident ${residentMb?.toFixed(0) ?? '-'} MB, goal ${RESIDENT_GOAL_MB} ${verdict((residentMb ?? 0) <= RESIDENT_GOAL_MB)}; ` +
      `${anonymousMb?.toFixed(0) ?? '-'} MB of it not of files, ${heldMb.toFixed(0)} MB representations\n`,
  );
  return { readySeconds, first, atOnce, later, ratio: first / later, ...memory };
}

async function memoryOf(program: Program) {
  const { pid } = program;
  return {
    residentMb: residentMegabytes(pid),
    anonymousMb: anonymousMegabytes(pid),
    heldMb: await program.heldMegabytes(),
  };
}

async function withProgram<T>(url: string, folder: string, work: (program: Program) => Promise<T>): Promise<T> {
  const [port, internalPort] = [await freePort(), await freePort()];
  const path = fileURLToPath(new URL('../../bin/catalog', import.meta.url));
  const began = performance.now();
  const child = spawn(process.execPath, [path, 'serve'], {
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: '', NODE_ENV: 'development', LOG_LEVEL: 'warn', SAMPLE_DATA: 'off', SEARCH: 'on' },
      ...{ DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: String(port), INTERNAL_PORT: String(internalPort) },
      // The database remembers whom its secrets come from.
      ...{ CURSOR_SECRET: 'the cursor secret of the benchmark', SECRETS_KEY: 'the secrets key of the benchmark' },
      ...{ HOST: '127.0.0.1', QUOTA_ANONYMOUS: '999999', QUOTA_CREDENTIALED: '1000000' },
    },
  });
  try {
    const pid = child.pid ?? 0;
    pin(pid, SERVER_CORE);
    const origin = `http://127.0.0.1:${port}`;
    await until(child, async () => (await fetch(`${origin}/v1`)).ok);
    pin(pid, SERVER_CORE);
    const ready = async () => {
      await until(child, async () => (await fetch(`http://127.0.0.1:${internalPort}/readyz`)).ok);
      return (performance.now() - began) / 1000;
    };
    const heldMegabytes = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
      return Number(/^anime_catalog_representation_cache_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
    };
    return await work({ name: 'program', origin, pid, ready, heldMegabytes, stop: () => void child.kill() });
  } finally {
    child.kill('SIGKILL');
  }
}

async function until(child: ChildProcess, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000;
  while (!(await holds().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > end) throw new Error('the program does not become ready');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
