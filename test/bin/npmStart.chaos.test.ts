import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { freePort } from '../support/freePort.ts';
import { inherited } from '../support/runCatalog.ts';

test('npm start builds, serves, and hands on the signal to stop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-npm-start-'));
  const [port, internalPort] = [await freePort(), await freePort()];
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...inherited(),
      DATA_DIR: join(folder, 'data'),
      SAMPLE_DATA: 'off',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
    },
  });
  try {
    let log = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    while (!log.includes('"msg":"listening"')) await once(npm.stdout, 'data');
    const { pid } = JSON.parse(log.split('\n').find((line) => line.includes('"msg":"listening"')) ?? '') as {
      pid: number;
    };
    npm.kill('SIGTERM');
    const [status] = await once(npm, 'close');
    expect(log).toContain('"msg":"stopping"');
    expect(status).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  } finally {
    npm.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
