import { expect, test } from '@jest/globals';
import { TerminalBar } from '../../../src/cli/terminal/terminalBar.ts';
import { Screen } from './screen.ts';

/** Two standard streams of a process at one terminal. */
function openTerminal(columns: number) {
  const screen = new Screen(columns);
  const stream = () => ({
    isTTY: true,
    columns,
    write(text: string | Uint8Array): boolean {
      // As the terminal's driver does it.
      screen.write(Buffer.from(text).toString().replaceAll('\n', '\r\n'));
      return true;
    },
  });
  return { screen, stdout: stream(), stderr: stream() };
}

test.each([40, 80, 120])('at %p columns what is written goes above the bar, whoever writes', (columns) => {
  const { screen, stdout, stderr } = openTerminal(columns);
  const bar = new TerminalBar(stderr, [stdout, stderr]);
  const long = `${'0123456789'.repeat(15)}.`;
  bar.show('10 %  of what is to be done');
  stdout.write('one\ntwo\n');
  stderr.write(Buffer.from('three\n'));
  bar.show(`20 %  ${'and wider than any terminal '.repeat(6)}`);
  stdout.write(`${long}\n`);
  stderr.write('four, of which the end is not written');
  expect(screen.lines.slice(0, -1)).toEqual(['one', 'two', 'three', long, 'four, of which the end is not written']);
  expect(screen.lines.at(-1)?.slice(0, 22)).toBe('20 %  and wider than a');
  expect(screen.lines.at(-1)?.length).toBeLessThan(columns);
  bar.end();
  stdout.write('five\n');
  expect(screen.lines.slice(-2)).toEqual(['four, of which the end is not written', 'five']);
});

test('a bar at its end leaves the streams as they were', () => {
  const { stdout, stderr } = openTerminal(80);
  const before = [stdout.write, stderr.write];
  const bar = new TerminalBar(stderr, [stdout, stderr]);
  bar.end();
  expect([stdout.write, stderr.write]).toEqual(before);
});

test('what goes into a file is written as it is', () => {
  const { screen, stdout, stderr } = openTerminal(80);
  let file = '';
  const toFile = {
    isTTY: false,
    write(text: string | Uint8Array): boolean {
      file += text;
      return true;
    },
  };
  const bar = new TerminalBar(stderr, [toFile, stderr]);
  bar.show('50 %');
  toFile.write('{"msg":"listening"}');
  stdout.write('');
  expect(file).toBe('{"msg":"listening"}');
  expect(screen.lines).toEqual(['50 %']);
  bar.end();
});
