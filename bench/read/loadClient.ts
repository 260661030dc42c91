import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pinClient } from './cores.ts';

export interface LoadRequest {
  readonly path: string;
  readonly authorization: string;
  /** If-None-Match. */
  readonly entityTag?: string;
}

export interface LoadFigures {
  readonly requestsPerSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Load {
  readonly origin: string;
  /** A file of the requests; writeRequests. */
  readonly file: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second, sent on time whatever the server does; without it each connection asks again once answered. */
  readonly rate?: number;
}

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** Lines of path, entity tag and authorization with tabs between. */
export function writeRequests(file: string, requests: readonly LoadRequest[]): string {
  const lines = requests.map(({ path, entityTag = '', authorization }) => [path, entityTag, authorization].join('\t'));
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** Asks for the requests in turn: with wrk; at a constant rate, or without wrk, with a client of Node's. */
export async function applyLoad(load: Load): Promise<LoadFigures> {
  return hasWrk && load.rate === undefined ? runWrk(load) : runNodeClient(load);
}

async function runWrk({ origin, file, seconds, connections }: Load): Promise<LoadFigures> {
  const script = fileURLToPath(new URL('./rotate.lua', import.meta.url));
  const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, origin, '--', file];
  const text = await run('wrk', parameters);
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: (?!connect 0, read 0, write 0).*/.exec(text);
  if (failed !== null) throw new Error(`${origin}: ${failed[0]}`);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
    p50Ms: milliseconds(/^\s+50%\s+(\S+)/m.exec(text)?.[1]),
    p99Ms: milliseconds(/^\s+99%\s+(\S+)/m.exec(text)?.[1]),
  };
}

async function runNodeClient(load: Load): Promise<LoadFigures> {
  const client = fileURLToPath(new URL('./nodeClient.ts', import.meta.url));
  return JSON.parse(await run(process.execPath, ['--import', 'tsx', client, JSON.stringify(load)])) as LoadFigures;
}

async function run(command: string, parameters: readonly string[]): Promise<string> {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  pinClient(child.pid ?? 0);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`);
  return text;
}

function milliseconds(text = ''): number {
  const unit = /us$/.test(text) ? 0.001 : /ms$/.test(text) ? 1 : 1000;
  return Number.parseFloat(text) * unit;
}
