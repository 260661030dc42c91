import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pin, SERVER_CORE } from './cores.ts';

export interface BenchServer {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  stop(): void;
}

/** Starts one of servers/ in a process of its own, tied to the servers' core. */
export async function startServer(
  name: string,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL(`./servers/${file}`, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)));
  });
  const pid = child.pid ?? 0;
  pin(pid, SERVER_CORE);
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    pid,
    stop: () => void child.kill(),
  };
}
