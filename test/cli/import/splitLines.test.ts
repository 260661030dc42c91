import { describe, expect, test } from '@jest/globals';
import { type Line, splitLines } from '../../../src/cli/import/splitLines.ts';
import { fc } from '../../support/randomCases.ts';

async function linesOf(chunks: readonly Uint8Array[], longest?: number): Promise<Line[]> {
  async function* source() {
    yield* chunks;
  }
  const lines: Line[] = [];
  for await (const line of splitLines(source(), longest)) lines.push(line);
  return lines;
}

const text = (value: string) => linesOf([Buffer.from(value)]);

describe('lines', () => {
  test('end with LF or CRLF, the last one with either or nothing', async () => {
    expect(await text('a\nb\r\nc')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: 'b' },
      { number: 3, text: 'c' },
    ]);
  });

  test('that are blank are counted and left out', async () => {
    expect(await text('a\n\n \t\r\nb\n\n')).toEqual([
      { number: 1, text: 'a' },
      { number: 4, text: 'b' },
    ]);
  });

  test('begin after a byte order mark', async () => {
    expect(await text('\ufeffa\n\ufeffb')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '\ufeffb' },
    ]);
  });

  test('that are no UTF-8 are told by number and the rest goes on', async () => {
    const lines = await linesOf([Buffer.from('a\n'), Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from('b')]);
    expect(lines).toEqual([
      { number: 1, text: 'a' },
      { number: 2, problem: 'the line is not UTF-8' },
      { number: 3, text: 'b' },
    ]);
  });

  test('that are too long are told by number and never held', async () => {
    const long = Array.from({ length: 1000 }, () => Buffer.alloc(1024, 'x'));
    const lines = await linesOf([Buffer.from('a\n'), ...long, Buffer.from('\nb\n')], 4096);
    expect(lines).toEqual([
      { number: 1, text: 'a' },
      { number: 2, problem: 'the line has 1024000 bytes, more than 4096' },
      { number: 3, text: 'b' },
    ]);
  });

  test('do not depend on how the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .string({ unit: 'grapheme', minLength: 1 })
            .filter((line) => !/[\n\r\ufeff]/.test(line) && line.trim() !== ''),
        ),
        fc.array(fc.nat({ max: 40 }), { minLength: 1 }),
        async (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const chunks: Uint8Array[] = [];
          for (let at = 0, index = 0; at < bytes.length; index += 1) {
            const size = (cuts[index % cuts.length] ?? 0) + 1;
            chunks.push(bytes.subarray(at, at + size));
            at += size;
          }
          const expected = lines.map((line, index) => ({ number: index + 1, text: line }));
          expect(await linesOf(chunks)).toEqual(expected);
        },
      ),
    );
  });
});
