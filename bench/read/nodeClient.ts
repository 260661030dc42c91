import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { percentile } from '../percentile.ts';
import type { Load, LoadFigures } from './loadClient.ts';

// Over keep-alive connections: at a constant rate, where latency counts from the moment that a request was due, so that
// a server that stalls is not spared the requests it held up; or a closed loop, for machines without wrk.
const { origin, file, seconds, connections, rate } = JSON.parse(process.argv[2] ?? '') as Load;
const requests = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
const begin = performance.now();
const end = begin + seconds * 1000;
let next = 0;

function ask(due: number): Promise<void> {
  const [path = '/', entityTag = '', authorization = ''] = requests[next++ % requests.length] ?? [];
  const headers = { authorization, ...(entityTag !== '' && { 'if-none-match': entityTag }) };
  return new Promise((resolve, reject) => {
    request(origin + path, { agent, headers }, (response) => {
      if ((response.statusCode ?? 500) >= 400) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().once('end', () => {
        latencies.push(performance.now() - due);
        resolve();
      });
    })
      .once('error', reject)
      .end();
  });
}

if (rate === undefined) {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await ask(performance.now());
    }),
  );
} else {
  const asked: Promise<void>[] = [];
  for (let due = begin; due < end; ) {
    for (; due <= performance.now() && due < end; due += 1000 / rate) asked.push(ask(due));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(asked);
}
agent.destroy();
const figures: LoadFigures = {
  requests: latencies.length,
  requestsPerSecond: (latencies.length / (performance.now() - begin)) * 1000,
  p50Ms: percentile(latencies, 0.5),
  p99Ms: percentile(latencies, 0.99),
};
process.stdout.write(JSON.stringify(figures));
