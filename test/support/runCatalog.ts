import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The committed command, as a user runs it from the checkout. */
export const catalogCommand = fileURLToPath(new URL('../../bin/catalog', import.meta.url));

export interface CatalogRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CatalogRunOptions {
  /** Variables of the command; of this process only PATH and the like are passed on. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Written to standard input, which is empty when absent. */
  readonly input?: string | Uint8Array;
  /** Given the running command, e.g. to send it a signal. */
  readonly whileRunning?: (child: ChildProcess) => void | Promise<void>;
}

/** Runs `catalog` to its end. */
export async function runCatalog(
  commandArguments: readonly string[],
  options: CatalogRunOptions = {},
): Promise<CatalogRun> {
  const child = spawn(process.execPath, [catalogCommand, ...commandArguments], {
    env: { ...inherited(), ...options.environment },
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  // A command that does not read its input closes it.
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  try {
    const closed = once(child, 'close') as Promise<[number | null]>;
    await options.whileRunning?.(child);
    const [status] = await closed;
    return { status, ...output };
  } finally {
    // What `whileRunning` threw must not leave it running.
    child.kill('SIGKILL');
  }
}

/** What a process needs to run at all: the service's own variables never leak in. */
export function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER'];
  const found = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  // Tests of quotas set their own.
  return { ...Object.fromEntries(found), QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' };
}
