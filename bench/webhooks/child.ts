import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of bench/webhooks/servers, asked one thing at a time. */
export interface Child<Request extends object> {
  readonly pid: number;
  ask<Answer>(request: Request): Promise<Answer>;
  /** Without an answer. */
  tell(request: Request): void;
  end(): void;
}

export function startChild<Request extends object>(name: string): Child<Request> {
  const file = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const child: ChildProcess = fork(file, { execArgv: ['--import', 'tsx'] });
  // One that outlived a failed run would keep its terminal busy.
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(request: Request) {
      const answered = once(child, 'message');
      child.send(request);
      return (await answered)[0] as Answer;
    },
    tell: (request) => void child.send(request),
    end: () => void child.kill('SIGKILL'),
  };
}
