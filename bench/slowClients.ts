/**
 * What some clients cost the others: 16 that pull the largest file of the reference again and again; 2,000 that send
 * their request, its headers or its body, a byte a second, 300 of one address, and a reader of the logs that has
 * stopped reading. Measures the reads of eight ordinary clients and the service's resident memory, calm and beside
 * them.
 *
 *     npm run bench:slow-clients -- [--seconds 15] [--json]
 *
 * Without DATABASE_URL a PostgreSQL is started for the run; the catalogue is the fictional season and that of
 * bangumi-data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../test/support/freePort.ts';
import { catalogCommand, inherited } from '../test/support/runCatalog.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { percentile } from './search/percentile.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
});
const seconds = Number(options.seconds);

const SLOW = 2_000;
const PULLING = 16;
const PULLED = '/v1/reference';
/** Requests are ended after 30 s, looked for every 5 s. */
const SLOWEST_MS = 40_000;
const GOALS = { memory: 1.5, p99: 2 };

const folder = await mkdtemp(join(tmpdir(), 'catalog-slow-'));
const postgres = process.env.DATABASE_URL === undefined ? await startPostgres() : undefined;
const [port, internalPort] = [await freePort(), await freePort()];
const service = spawn(process.execPath, [catalogCommand, 'serve'], {
  env: {
    ...inherited(),
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    DATA_DIR: folder,
    DATABASE_URL: process.env.DATABASE_URL ?? postgres?.url ?? '',
    SAMPLE_DATA: 'on',
    // One address is all the clients.
    QUOTA_ADDRESS: '1000000000',
  },
  stdio: ['ignore', 'pipe', 'pipe'],
});
service.stdout.resume();
service.stderr.resume();
try {
  for (const deadline = Date.now() + 120_000; ; await sleep(100)) {
    const answer = await fetch(`http://127.0.0.1:${internalPort}/readyz`).catch(() => null);
    if (answer?.ok) break;
    if (Date.now() > deadline) throw new Error('the service did not become ready');
  }
  await measureReads(seconds);
  const calm = await measureReads(seconds);
  const pulling = await startClients('pullingClients', [port, PULLED, PULLING]);
  const pulled = await measureReads(seconds);
  const counted = once(pulling.stdout, 'data');
  pulling.kill('SIGTERM');
  const pulls = Number(String(await counted)) / seconds;
  service.stdout.pause();
  const badClients = await startClients('badClients', [port, SLOW]);
  const loaded = await measureReads(seconds);
  // Until the last slow request has been ended.
  await sleep(Math.max(0, SLOWEST_MS - seconds * 1000));
  const told = once(badClients.stdout, 'data');
  badClients.kill('SIGTERM');
  const bad = JSON.parse(String(await told)) as { taken: number; ended: number; longestMs: number };
  service.stdout.resume();
  const ratios = {
    pulledP99: pulled.p99Ms / calm.p99Ms,
    memory: loaded.memoryMb / calm.memoryMb,
    p99: loaded.p99Ms / calm.p99Ms,
  };
  console.log('                 reads/s      p50      p99   resident memory at most');
  for (const [name, it] of Object.entries({ calm, pulled, loaded })) {
    console.log(
      `${name.padEnd(12)} ${it.readsPerSecond.toFixed(0).padStart(10)} ${it.p50Ms.toFixed(1).padStart(5)} ms ${it.p99Ms.toFixed(1).padStart(5)} ms ${it.memoryMb.toFixed(0).padStart(8)} MB`,
    );
  }
  console.log(
    `pulled by ${PULLING} clients ${pulls.toFixed(0)} times a second: p99 ${ratios.pulledP99.toFixed(2)} of calm`,
  );
  console.log(
    `memory ${ratios.memory.toFixed(2)} of calm (goal ${GOALS.memory}), p99 ${ratios.p99.toFixed(2)} (goal ${GOALS.p99})`,
  );
  console.log(
    `${bad.ended} of ${SLOW} slow requests were ended, after ${(bad.longestMs / 1000).toFixed(1)} s at the latest; of 300 connections of one address ${bad.taken} were taken`,
  );
  if (options.json) console.log(JSON.stringify({ calm, pulled, pulls, loaded, bad, ratios, goals: GOALS }));
} finally {
  service.kill('SIGTERM');
  await Promise.race([new Promise((resolve) => service.once('exit', resolve)), sleep(25_000)]);
  service.kill('SIGKILL');
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Eight clients, each with one read under way, 25 a second together: what they meet, not what the service can bear. */
async function measureReads(duration: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const times: number[] = [];
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMb());
  }, 100);
  const end = performance.now() + duration * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      for (let round = 0; performance.now() < end; round += 1) {
        const asked = performance.now();
        await read(`/v1/anime?limit=25&sort=title.asc&year=${1990 + ((round * 8 + n) % 30)}`, agent);
        times.push(performance.now() - asked);
        await sleep(20);
      }
    }),
  );
  clearInterval(watch);
  agent.destroy();
  const took = (performance.now() - began) / 1000;
  return {
    readsPerSecond: times.length / took,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    memoryMb: memory,
  };
}

function read(path: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} is ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
}

/** Waits until they say that they are ready. */
async function startClients(name: string, options: readonly (string | number)[]) {
  const program = fileURLToPath(new URL(`slow/servers/${name}.ts`, import.meta.url));
  const clients = spawn(process.execPath, ['--import', 'tsx', program, ...options.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(clients.stdout, 'data');
  return clients;
}

function residentMb(): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
