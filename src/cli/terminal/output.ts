import { once } from 'node:events';
import { visibleLine, visibleText } from '../../visibleText.ts';

/** Writes one JSON value as one line of standard output; what a terminal would obey is escaped in its strings. */
export function printJson(value: unknown): Promise<void> {
  return write(process.stdout, `${visibleLine(JSON.stringify(value))}\n`);
}

/** Writes lines of text and a line feed to standard output. */
export function printText(text: string): Promise<void> {
  return write(process.stdout, `${visibleText(text)}\n`);
}

/** Writes lines for the operator to standard error, which is never part of a result; waits for no reader. */
export async function printNote(text: string): Promise<void> {
  process.stderr.write(`${visibleText(text)}\n`);
}

async function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
