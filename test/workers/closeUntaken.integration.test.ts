import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeUntaken } from '../../src/workers/closeUntaken.ts';
import { freePort } from '../support/freePort.ts';

const KILLS = 20;
const CLIENTS = 16;
const LATE_MS = 2_000;

let port = 0;
const workers = new Set<Worker>();

beforeEach(async () => {
  port = await freePort();
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../support/fixtures/answeringWorker.js', import.meta.url)),
    args: [String(port)],
    execArgv: [],
  });
});

afterEach(async () => {
  const ended = [...workers].map((worker) => once(worker, 'exit'));
  for (const worker of workers) worker.process.kill('SIGKILL');
  await Promise.all(ended);
});

async function start(): Promise<Worker> {
  const worker = cluster.fork();
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker)).on('error', () => {});
  closeUntaken(worker);
  await once(worker, 'listening');
  return worker;
}

/** How a request on a connection of its own ended; `late` after two seconds. */
function ask(): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, agent: false }, (response) => {
      response.resume().once('end', () => end(String(response.statusCode)));
      response.once('error', () => end('cut'));
    });
    const timer = setTimeout(() => {
      request.destroy();
      end('late');
    }, LATE_MS);
    const end = (outcome: string) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    request.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

test('a connection that a worker has not taken ends with the worker', async () => {
  const [stopped] = [await start(), await start()];
  stopped.process.kill('SIGSTOP');
  // One of them goes to the worker that is stopped.
  const outcomes = [ask(), ask()];
  expect(await Promise.any(outcomes)).toBe('200');
  stopped.process.kill('SIGKILL');
  expect((await Promise.all(outcomes)).toSorted()).toEqual(['200', 'ECONNRESET']);
});

test('no request waits for ever, however many workers are killed', async () => {
  let current = [await start(), await start()];
  let isOver = false;
  const outcomes: Record<string, number> = {};
  const client = async () => {
    while (!isOver) {
      const outcome = await ask();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [killed, other] = current as [Worker, Worker];
    killed.process.kill('SIGKILL');
    current = [other, await start()];
  }
  isOver = true;
  await Promise.all(clients);
  expect(outcomes).toEqual({ 200: expect.any(Number), ECONNRESET: expect.any(Number) });
}, 120_000);
