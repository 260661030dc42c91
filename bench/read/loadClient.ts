import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cpuTime } from './cpuTime.ts';

export interface LoadRequest {
  readonly path: string;
  /** If-None-Match. */
  readonly entityTag?: string;
}

export interface LoadFigures {
  readonly requestsPerSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the client, in microseconds; null where it is not known. */
  readonly clientUs: number | null;
}

export interface Load {
  readonly origin: string;
  /** A file of the requests; writeRequests. */
  readonly file: string;
  readonly seconds: number;
  readonly connections: number;
}

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** Lines of path and, after a tab, entity tag. */
export function writeRequests(file: string, requests: readonly LoadRequest[]): string {
  writeFileSync(file, requests.map(({ path, entityTag }) => `${path}\t${entityTag ?? ''}`).join('\n'));
  return file;
}

/** Asks for the requests in turn with wrk, or where it is not installed with a slower client of Node's. */
export async function applyLoad(load: Load): Promise<LoadFigures> {
  return hasWrk ? runWrk(load) : runNodeClient(load);
}

async function runWrk({ origin, file, seconds, connections }: Load): Promise<LoadFigures> {
  const script = fileURLToPath(new URL('./rotate.lua', import.meta.url));
  const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, origin, '--', file];
  const { text, clientUs } = await run('wrk', parameters, seconds);
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(text);
  if (failed !== null) throw new Error(`${origin}: ${failed[0]}`);
  const percentile = (name: string) => milliseconds(new RegExp(`^\\s+${name}%\\s+(\\S+)`, 'm').exec(text)?.[1]);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
    p50Ms: percentile('50'),
    p99Ms: percentile('99'),
    clientUs,
  };
}

async function runNodeClient(load: Load): Promise<LoadFigures> {
  const client = fileURLToPath(new URL('./nodeClient.ts', import.meta.url));
  const { text, clientUs } = await run(
    process.execPath,
    ['--import', 'tsx', client, JSON.stringify(load)],
    load.seconds,
  );
  return { ...(JSON.parse(text) as Omit<LoadFigures, 'clientUs'>), clientUs };
}

/** The client's CPU time is read shortly before its end and scaled to the whole. */
async function run(
  command: string,
  parameters: readonly string[],
  seconds: number,
): Promise<{ text: string; clientUs: number | null }> {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  let clientUs: number | null = null;
  const share = 0.9;
  setTimeout(
    () => {
      const used = cpuTime([child.pid ?? 0]);
      clientUs = used === null ? null : used / share;
    },
    seconds * share * 1000,
  );
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`);
  return { text, clientUs };
}

function milliseconds(text = ''): number {
  const unit = /us$/.test(text) ? 0.001 : /ms$/.test(text) ? 1 : 1000;
  return Number.parseFloat(text) * unit;
}
