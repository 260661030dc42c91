import { describe, expect, test } from '@jest/globals';
import { eachRelated } from '../../../src/graph/reading/relationRows.ts';
import { instantOfJson } from '../../../src/graph/reading/servedFields.ts';

describe("a relation's rows", () => {
  const read = (text: string | null) => {
    const found: unknown[] = [];
    eachRelated(text, (owner, row, position) => found.push([owner, position, row[1]]));
    return found;
  };
  const place = (n: number, position: number) => String(n * 4_294_967_296 + position + 2_147_483_648);

  test('of no row at all are none', () => {
    expect(read(null)).toEqual([]);
  });

  test('come by owner and position whatever order the plan yielded, as numbers and not as text', () => {
    const rows = [
      [place(10, 0), 'f'],
      [place(2, 2_147_483_647), 'e'],
      [place(2, 10), 'd'],
      [place(2, 9), 'c'],
      [place(1, 1), 'b'],
      [place(1, 0), 'a'],
      [place(1, -1), '-'],
    ];
    const expected = [
      [0, -1, '-'],
      [0, 0, 'a'],
      [0, 1, 'b'],
      [1, 9, 'c'],
      [1, 10, 'd'],
      [1, 2_147_483_647, 'e'],
      [9, 0, 'f'],
    ];
    expect(read(JSON.stringify(rows))).toEqual(expected);
    expect(read(JSON.stringify(rows.reverse()))).toEqual(expected);
  });

  test('in one position come the same way every time', () => {
    const rows = [place(1, 0), place(1, 0)].map((at, index) => [at, `genre-${index}`]);
    expect(read(JSON.stringify(rows))).toEqual(read(JSON.stringify(rows.reverse())));
  });
});

describe('a time in JSON of PostgreSQL', () => {
  test.each([
    ['2013-04-06T16:58:00', '2013-04-06T16:58:00.000Z'],
    ['2013-04-06T16:58:00.5', '2013-04-06T16:58:00.500Z'],
    ['2013-04-06T16:58:00.05', '2013-04-06T16:58:00.050Z'],
    ['2013-04-06T16:58:00.123', '2013-04-06T16:58:00.123Z'],
  ])('%s is %s', (json, expected) => {
    expect(instantOfJson(json)).toBe(expected);
  });
});
