import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  stop(): void;
}

/** Starts one of servers/ in a process of its own. */
export async function startServer(
  name: string,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<BenchServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`./servers/${file}`, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)));
  });
  return { name, origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}
