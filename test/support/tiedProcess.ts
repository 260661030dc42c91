import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/**
 * Runs the command until it ends by itself or standard input ends, then removes the directory. The parent holds the other end of
 * that input, so a test run that is killed leaves neither a server nor its files behind. By then nobody reads what the shell says of it: hence the trap.
 */
const tie = `
directory=$1 signal=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- >&2 &
server=$!
echo "$server"
trap '' PIPE
{ cat <&3 >/dev/null; kill -s "$signal" "$server"; } 2>/dev/null >&2 &
exec 3<&-
wait "$server"; status=$?
rm -rf "$directory"
exit "$status"
`;

export interface TiedProcessOptions {
  /** Removed once the process has ended. */
  readonly directory: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Asks for an orderly end; default: TERM. */
  readonly stopSignal?: 'TERM' | 'INT';
  /** Runs the process as this user; only root may. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface TiedProcess {
  /** The server's own process id. */
  readonly pid: number;
  /** The last 8 kB that it printed. */
  output(): string;
  /** How many lines it has printed since its start. */
  printedLines(): number;
  /** Whether it has ended. */
  ended(): boolean;
  /** Asks it to end and waits until its directory is gone too. What has not ended after 20 s is killed. */
  stop(): Promise<void>;
  /** Ends it as a crash would (SIGKILL) and waits. */
  kill(): Promise<void>;
}

/** Starts a server that cannot outlive this process. Nothing says yet that it is ready: ask it, or see `waitUntilReady`. */
export async function startTiedProcess(
  command: string,
  commandArguments: readonly string[],
  options: TiedProcessOptions,
): Promise<TiedProcess> {
  const child = spawn(
    '/bin/sh',
    ['-c', tie, 'tie', options.directory, options.stopSignal ?? 'TERM', command, ...commandArguments],
    {
      // A session of its own: Ctrl-C ends the test run, and with it the input; the server then ends in order.
      detached: true,
      cwd: options.directory,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: options.environment ?? process.env,
      ...options.user,
    },
  );
  let printed = '';
  let lines = 0;
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed = (printed + chunk).slice(-8192);
    lines += chunk.split('\n').length - 1;
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('exit', () => child.stdin.destroy());

  const [first] = (await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => [''])])) as [
    unknown,
  ];
  const pid = Number.parseInt(String(first), 10);
  if (!Number.isInteger(pid)) throw new Error(`${command} did not start: ${printed}`);

  // A server that a failed test forgot must not keep the test run from ending.
  const handles = [child, child.stdin, child.stdout, child.stderr] as (ChildProcess | Socket)[];
  const waitForEnd = (): Promise<void> => {
    for (const handle of handles) handle.ref();
    return ended;
  };
  const kill = (): void => {
    try {
      if (!hasEnded(child)) process.kill(pid, 'SIGKILL');
    } catch {
      // Somebody killed it, and the shell is about to say so.
    }
  };
  for (const handle of handles) handle.unref();

  return {
    pid,
    output: () => printed,
    printedLines: () => lines,
    ended: () => hasEnded(child),
    stop: async () => {
      child.stdin.end();
      const timer = setTimeout(kill, 20_000);
      await waitForEnd();
      clearTimeout(timer);
    },
    kill: () => {
      kill();
      return waitForEnd();
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
