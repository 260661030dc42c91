import { once } from 'node:events';

/** Writes one JSON value as one line of standard output. */
export function printJson(value: unknown): Promise<void> {
  return write(process.stdout, `${JSON.stringify(value)}\n`);
}

/** Writes text and a line feed to standard output. */
export function printText(text: string): Promise<void> {
  return write(process.stdout, `${text}\n`);
}

/** Writes a line for the operator to standard error, which is never part of a result; waits for no reader. */
export async function printNote(text: string): Promise<void> {
  process.stderr.write(`${text}\n`);
}

async function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
