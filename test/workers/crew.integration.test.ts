import cluster from 'node:cluster';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { openLogs } from '../../src/telemetry/logger.ts';
import { Crew } from '../../src/workers/crew.ts';
import { until } from '../support/until.ts';

const pids = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? []);

let crew: Crew | undefined;
afterEach(async () => {
  cluster.setupPrimary({ cwd: process.cwd() });
  crew?.stop();
  crew?.kill();
  await crew?.ended();
});

// Node throws some errors of a start, such as ENOMEM, and emits others, such as EAGAIN and EMFILE.
test.each([
  ['thrown', 'ENOTDIR', '/dev/null'],
  ['emitted', 'ENOENT', '/nowhere'],
])(
  'a worker that cannot be started is told of and tried again: an error that is %s',
  async (_how, code, folder) => {
    let log = '';
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        log += chunk.toString();
        done();
      },
    });
    const { logger } = openLogs({ level: 'info', secrets: [], destination, format: 'json' });
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('../support/fixtures/servingWorker.js', import.meta.url)),
      args: [],
      execArgv: [],
    });
    crew = new Crew({ size: 1, quotas: { anonymous: 1, credentialed: 1, address: 1 }, logger });
    await crew.startFirst();
    const [first = 0] = pids();
    cluster.setupPrimary({ cwd: folder });
    process.kill(first, 'SIGKILL');
    const failures = () => log.split('\n').filter((line) => line.includes('a worker failed') && line.includes(code));
    await until(() => failures().length > 2);
    expect(pids()).toEqual([]);
    cluster.setupPrimary({ cwd: process.cwd() });
    await until(() => pids().length === 1);
    expect(pids()).not.toContain(first);
  },
  60_000,
);
