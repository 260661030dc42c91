import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { startTiedProcess } from './tiedProcess.ts';

describe('a tied process', () => {
  test('ends with the run that forgot it, which it does not hold up', async () => {
    const { run, server } = await abandon();
    await once(run, 'close');
    await gone(server);
  });

  test('ends with a run that was killed, and takes its files with it', async () => {
    const { run, server } = await abandon('hang');
    expect(isRunning(server.pid)).toBe(true);
    run.kill('SIGKILL');
    await gone(server);
  });

  test('is stopped, or killed, with its files', async () => {
    for (const end of ['stop', 'kill'] as const) {
      const directory = await mkdtemp(join(tmpdir(), 'tied-'));
      const server = await startTiedProcess('sleep', ['3600'], { directory });
      expect(isRunning(server.pid)).toBe(true);
      await server[end]();
      expect([isRunning(server.pid), existsSync(directory), server.ended()]).toEqual([false, false, true]);
      await server[end]();
    }
  });

  test('that ends by itself is known to have ended, and what it said is kept', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tied-'));
    const server = await startTiedProcess('sh', ['-c', 'echo no such port >&2; exit 3'], { directory });
    for (let tries = 0; !server.ended() && tries < 200; tries += 1) await sleep(20);
    await server.stop();
    expect([server.ended(), server.output(), existsSync(directory)]).toEqual([true, 'no such port\n', false]);
  });

  test('its lines are counted, the end alone is kept', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tied-'));
    const server = await startTiedProcess('sh', ['-c', 'seq 5000 >&2; exec sleep 60'], { directory });
    for (let tries = 0; server.printedLines() < 5_000 && tries < 500; tries += 1) await sleep(20);
    expect(server.printedLines()).toBe(5_000);
    await server.stop();
    expect(server.output().length).toBeLessThan(10_000);
  });
});

async function abandon(...hang: string[]) {
  const script = fileURLToPath(new URL('./fixtures/abandonServer.ts', import.meta.url));
  const run = spawn(process.execPath, ['--import', 'tsx', script, ...hang], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(run.stdout, 'data')) as [Buffer];
  return { run, server: JSON.parse(said.toString('utf8')) as { pid: number; directory: string } };
}

async function gone({ pid, directory }: { pid: number; directory: string }): Promise<void> {
  for (let tries = 0; (isRunning(pid) || existsSync(directory)) && tries < 250; tries += 1) await sleep(20);
  expect([isRunning(pid), existsSync(directory)]).toEqual([false, false]);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
