import { expect, test } from '@jest/globals';
import { TerminalBar } from '../../../src/cli/terminal/terminalBar.ts';

/** To the beginning of the line, which is cleared. */
const ERASE = '\r\u001b[K';
const COLUMNS = 40;

/** The standard streams of a process, what comes at its terminal, and what goes into a file. */
function openStreams() {
  const at = { terminal: [] as string[], file: [] as string[] };
  const stream = (place: keyof typeof at) => ({
    isTTY: place === 'terminal',
    columns: COLUMNS,
    write: (text: string | Uint8Array) => at[place].push(Buffer.from(text).toString()) > 0,
  });
  return { at, stdout: stream('terminal'), stderr: stream('terminal'), toFile: stream('file') };
}

test('what is written goes above the bar, whoever writes, each on a line of its own', () => {
  const { at, stdout, stderr } = openStreams();
  const bar = new TerminalBar(stderr, [stdout, stderr]);
  bar.show('10 %');
  stdout.write('one\ntwo\n');
  stderr.write(Buffer.from('three\n'));
  stderr.write('four, of which the end is not written');
  const again = `${ERASE}10 %`;
  expect(at.terminal).toEqual([
    again,
    ...[ERASE, 'one\ntwo\n', again],
    ...[ERASE, 'three\n', again],
    ...[ERASE, 'four, of which the end is not written', '\n', again],
  ]);
  bar.end();
});

test('the bar is shorter than a line, which the terminal would wrap', () => {
  const { at, stdout, stderr } = openStreams();
  const bar = new TerminalBar(stderr, [stdout, stderr]);
  bar.show('x'.repeat(COLUMNS));
  expect(at.terminal).toEqual([`${ERASE}${'x'.repeat(COLUMNS - 1)}`]);
  bar.end();
});

test('a bar at its end is gone, and leaves the streams as they were', () => {
  const { at, stdout, stderr } = openStreams();
  const before = [stdout.write, stderr.write];
  const bar = new TerminalBar(stderr, [stdout, stderr]);
  bar.show('50 %');
  bar.end();
  expect(at.terminal.at(-1)).toBe(ERASE);
  expect([stdout.write, stderr.write]).toEqual(before);
});

test('what goes into a file is written as it is', () => {
  const { at, stderr, toFile } = openStreams();
  const bar = new TerminalBar(stderr, [toFile, stderr]);
  bar.show('50 %');
  toFile.write('{"msg":"listening"}');
  expect(at).toEqual({ terminal: [`${ERASE}50 %`], file: ['{"msg":"listening"}'] });
  bar.end();
});
