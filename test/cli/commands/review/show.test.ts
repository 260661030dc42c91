import { expect, test } from '@jest/globals';
import { previewText } from '../../../../src/cli/commands/review/previewText.ts';
import { premiereOf } from '../../../../src/graph/review/waitingReason.ts';

test.each([
  ['a value', 2013, 2014, ['− year: 2013', '+ year: 2014']],
  ['a first value', null, 2014, ['+ year: 2014']],
  ['a value taken away', 2013, null, ['− year: 2013']],
  [
    'a list of titles',
    [
      { title: 'A', language: 'ja', kind: 'official' },
      { title: 'B', language: null, kind: null },
    ],
    [
      { title: 'B', language: null, kind: null },
      { title: 'C', language: null, kind: 'short' },
    ],
    ['− year: A (ja, official)', '+ year: C (short)'],
  ],
  ['ids', [], [{ site: 'mal', id: '1' }], ['+ year: mal 1']],
  ['an order', ['A', 'B'], ['B', 'A'], ['± year, in this order: B, A']],
])('a change of %s is told by lines', (_, before, after, lines) => {
  const change = {
    field: 'year',
    before: before === null ? null : JSON.stringify(before),
    after: JSON.stringify(after),
  };
  expect(previewText({ difference: [change], idsElsewhere: [] })).toEqual(lines.map((line) => `  ${line}`));
});

test('no change, and an id that stays elsewhere, are told too', () => {
  expect(previewText({ difference: [], idsElsewhere: [] })).toEqual([
    expect.stringContaining('nothing that is served'),
  ]);
  const idsElsewhere = [{ site: 'mal', id: '1', anime: { id: 'a', title: 'A' } }];
  expect(previewText({ difference: [], idsElsewhere })).toEqual(['  ▲ mal 1 stays with A (a)']);
});

test.each([
  ['2013-04-06', '2013-04-09', 'same premiere'],
  ['2013-04-06', '2013-04-03', 'same premiere'],
  ['2013-04-06', '2013-04-10', 'another premiere'],
  ['2013-12-31', '2014-01-01', 'same premiere'],
  [null, '2013-04-06', null],
  ['2013-04-06', null, null],
])('a record of %s has of a candidate of %s the %s', (startDate, other, expected) => {
  expect(premiereOf({ startDate }, { startDate: other })).toBe(expected);
});
