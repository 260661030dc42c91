import { expect, test } from '@jest/globals';
import { formatTable } from '../../../src/cli/terminal/formatTable.ts';

test('columns are aligned where characters are wide, and colours take no width', () => {
  const rows = [
    ['🫠🩷', 'ok', 'c'],
    ['進撃の巨人', 'failed', 'a'],
    ['Naruto', 'ok', 'b\u001b[31m'],
  ];
  const plain = formatTable(['TITLE', 'STATUS', 'ID'], rows).split('\n');
  expect(plain).toEqual([
    'TITLE       STATUS  ID',
    '🫠🩷        ok      c',
    '進撃の巨人  failed  a',
    'Naruto      ok      b\\u001b[31m',
  ]);
  const painted = formatTable(['TITLE', 'STATUS', 'ID'], rows, {
    heading: (text) => `<${text}>`,
    cell: (text, heading) => (heading === 'STATUS' ? `[${text}]` : text),
  });
  expect(painted.replace(/[<>[\]]/g, '')).toBe(plain.join('\n').replace('[', ''));
});
