import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import type { Load } from './loadClient.ts';

// A closed loop over keep-alive connections, for machines without wrk.
const { origin, file, seconds, connections } = JSON.parse(process.argv[2] ?? '') as Load;
const requests = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.split('\t') as [string, string]);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
const begin = performance.now();
const end = begin + seconds * 1000;
let next = 0;

function ask(): Promise<void> {
  const [path = '/', entityTag = ''] = requests[next++ % requests.length] ?? [];
  const headers = entityTag === '' ? {} : { 'if-none-match': entityTag };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(origin + path, { agent, headers }, (response) => {
      if ((response.statusCode ?? 500) >= 400) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().once('end', () => {
        latencies.push(performance.now() - started);
        resolve();
      });
    }).once('error', reject);
  });
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < end) await ask();
  }),
);
agent.destroy();
latencies.sort((a, b) => a - b);
const percentile = (share: number) => latencies[Math.floor(latencies.length * share)];
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    requestsPerSecond: (latencies.length / (performance.now() - begin)) * 1000,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  }),
);
