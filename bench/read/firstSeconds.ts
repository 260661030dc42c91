import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/freePort.ts';
import { pin, SERVER_CORE } from './cores.ts';
import { applyLoad, type LoadRequest, writeRequests } from './loadClient.ts';
import { residentMegabytes } from './processFigures.ts';

const SECONDS = 10;
/** The rate of the first ten seconds after the first answer, beside that of ten seconds once everything is settled. */
const GOAL = 0.8;
const RESIDENT_GOAL_MB = 300;

/**
 * Starts the program as it is installed (dist/) and puts load on it from its first answer on, while it fills its search index; and
 * again when it is ready, by when its cache has filled as well.
 */
export async function measureFirstSeconds(
  url: string,
  folder: string,
  requests: readonly LoadRequest[],
): Promise<object> {
  const [port, internalPort] = [await freePort(), await freePort()];
  const program = fileURLToPath(new URL('../../bin/catalog', import.meta.url));
  const child = spawn(process.execPath, [program, 'serve'], {
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: '', NODE_ENV: 'development', LOG_LEVEL: 'warn', SAMPLE_DATA: 'off', SEARCH: 'on' },
      ...{ DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: String(port), INTERNAL_PORT: String(internalPort) },
      // The database remembers whom its secrets come from.
      ...{ CURSOR_SECRET: 'the cursor secret of the benchmark', SECRETS_KEY: 'the secrets key of the benchmark' },
      ...{ HOST: '127.0.0.1', QUOTA_ANONYMOUS: '1000000000', QUOTA_CREDENTIALED: '2000000000' },
    },
  });
  try {
    pin(child.pid ?? 0, SERVER_CORE);
    const origin = `http://127.0.0.1:${port}`;
    const began = performance.now();
    await until(child, async () => (await fetch(`${origin}/v1`)).ok);
    const firstAnswerMs = performance.now() - began;
    pin(child.pid ?? 0, SERVER_CORE);
    const load = {
      origin,
      file: writeRequests(join(folder, 'start'), requests),
      seconds: SECONDS,
      connections: 32,
      mayFail: true,
    };
    const first = await applyLoad(load);
    await until(child, async () => (await fetch(`http://127.0.0.1:${internalPort}/readyz`)).ok);
    const readyMs = performance.now() - began;
    await applyLoad(load);
    const later = await applyLoad(load);
    const residentMb = residentMegabytes(child.pid ?? 0);
    const ratio = first.requestsPerSecond / later.requestsPerSecond;
    const verdict = (right: boolean) => (right ? '+' : '-');
    process.stdout.write(
      `\nstart: ${first.failed} refused at first; first answer after ${(firstAnswerMs / 1000).toFixed(1)} s, index filled after ${(readyMs / 1000).toFixed(1)} s under load\n` +
        `first ${SECONDS} s ${first.requestsPerSecond.toFixed(0)} req/s, later ${later.requestsPerSecond.toFixed(0)}: ${ratio.toFixed(2)}, goal ${GOAL} ${verdict(ratio >= GOAL)}\n` +
        `resident ${residentMb?.toFixed(0) ?? '-'} MB, goal ${RESIDENT_GOAL_MB} ${verdict((residentMb ?? 0) <= RESIDENT_GOAL_MB)}\n`,
    );
    return {
      refused: first.failed,
      firstAnswerMs,
      readyMs,
      first: first.requestsPerSecond,
      later: later.requestsPerSecond,
      ratio,
      residentMb,
    };
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
