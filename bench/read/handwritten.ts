import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinServer } from './cores.ts';

export interface Handwritten {
  readonly origin: string;
  readonly pid: number;
  stop(): void;
}

/** Starts the hand-written server on a database, tied to the servers' core. */
export async function startHandwritten(databaseUrl: string): Promise<Handwritten> {
  const file = fileURLToPath(new URL('./servers/handwritten.ts', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl };
  const child = fork(file, { execArgv: ['--import', 'tsx'], env });
  const exited = once(child, 'exit').then(() => {
    throw new Error('the hand-written server ended before it listened');
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), exited])) as [{ port: number }];
  const pid = child.pid ?? 0;
  pinServer(pid);
  return { origin: `http://127.0.0.1:${port}`, pid, stop: () => void child.kill() };
}
