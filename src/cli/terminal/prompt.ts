import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailure } from '../failures.ts';

/**
 * Reads a password: from a person, hidden and typed twice, or from the first line of standard input when that is no
 * terminal. It is no argument, because arguments are kept in the shell's history and the list of processes.
 * @throws CommandFailure for an empty one, or when the two differ
 */
export async function readPassword(name: string): Promise<string> {
  if (!process.stdin.isTTY) return await firstLine();
  const first = await ask(`Password of ${name}: `);
  const second = await ask('Once more: ');
  if (first !== second) throw new CommandFailure('passwords_differ', 'the two passwords differ: nothing was changed');
  return first;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new CommandFailure('no_password', 'standard input holds no password: send it as the first line');
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Whether a person can be asked: both streams are terminals. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Asks a person; any answer but yes counts as no. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
