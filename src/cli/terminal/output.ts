import { once } from 'node:events';
import { visibleLine, visibleText } from '../../base/visibleText.ts';

/** Writes one JSON value as one line of standard output, with control characters in its strings escaped. */
export function printJson(value: unknown): Promise<void> {
  return write(process.stdout, `${visibleLine(JSON.stringify(value))}\n`);
}

/** Writes lines of text and a line feed to standard output. */
export function printText(text: string): Promise<void> {
  return write(process.stdout, `${visibleText(text)}\n`);
}

/** Writes text whose control characters are colours alone, and a line feed to standard output. */
export function printPainted(text: string): Promise<void> {
  return write(process.stdout, `${text}\n`);
}

/** Writes lines for the operator to standard error, without waiting for a reader; they are no part of the result. */
export async function printNote(text: string): Promise<void> {
  process.stderr.write(`${visibleText(text)}\n`);
}

async function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
