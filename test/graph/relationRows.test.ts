import { describe, expect, test } from '@jest/globals';
import { instantOfJson } from '../../src/graph/jsonTime.ts';
import { parseRelation } from '../../src/graph/relationRows.ts';

describe("a relation's rows", () => {
  test('of no row at all are none', () => {
    expect(parseRelation(null)).toEqual([]);
  });

  test('come by owner and position whatever order the plan yielded, as numbers and not as text', () => {
    const rows = [
      ['10', '0', 'e'],
      ['2', '10', 'd'],
      ['2', '9', 'c'],
      ['1', '1', 'b'],
      ['1', '0', 'a'],
    ];
    expect(parseRelation(JSON.stringify(rows)).map((row) => row[2])).toEqual(['a', 'b', 'c', 'd', 'e']);
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
