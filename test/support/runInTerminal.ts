import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { catalogCommand, inherited } from './runCatalog.ts';
import { Screen } from './screen.ts';
import { until } from './until.ts';

export interface TerminalRun {
  /** What the terminal shows now. */
  lines(): string[];
  /** Waits until it shows this text. @throws Error after that time, or when the command has ended, with what is shown */
  shows(text: string, milliseconds: number): Promise<void>;
  /** Presses Ctrl-C and waits for the end. @returns its status */
  interrupt(): Promise<number | null>;
  /** Takes the terminal away, as a closed window does. */
  close(): void;
}

/** Runs `catalog` in a pseudo-terminal of so many columns. */
export function runInTerminal(
  commandArguments: readonly string[],
  columns: number,
  environment: Readonly<Record<string, string>>,
): TerminalRun {
  const command = `stty cols ${columns} rows 34; exec "${process.execPath}" "${catalogCommand}" ${commandArguments.join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: { ...inherited(), SHELL: '/bin/sh', ...environment },
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const screen = new Screen(columns);
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => screen.write(chunk));
  return {
    lines: () => screen.lines,
    async shows(text, milliseconds) {
      const isShown = () => screen.lines.some((line) => line.includes(text));
      await until(async () => isShown() || child.exitCode !== null, milliseconds);
      if (!isShown()) throw new Error(`"${text}" is not shown:\n${screen.lines.join('\n')}`);
    },
    async interrupt() {
      child.stdin.write('\u0003');
      const [status] = await closed;
      return status;
    },
    close: () => child.kill('SIGHUP'),
  };
}
