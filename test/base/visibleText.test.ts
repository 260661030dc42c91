import { describe, expect, test } from '@jest/globals';
import { visibleLine, visibleText } from '../../src/base/visibleText.ts';
import { fc } from '../support/randomCases.ts';

describe('what a terminal would obey is shown', () => {
  test.each([
    ['line one\nFAKE  approved', 'line one\\nFAKE  approved'],
    ['\u001b[2J', '\\u001b[2J'],
    ['a\u009b31mb', 'a\\u009b31mb'],
    ['a\u007fb', 'a\\u007fb'],
    ['a\u202ebc', 'a\\u202ebc'],
    ['a\u2028b\u2066c', 'a\\u2028b\\u2066c'],
    ['進撃の巨人 ‏مرحبا', '進撃の巨人 ‏مرحبا'],
  ])('%j in a line', (value, shown) => {
    expect(visibleLine(value)).toBe(shown);
  });

  test('lines of text keep their line feeds alone', () => {
    expect(visibleText('ID  TITLE\n1   a\r\u009bb\t')).toBe('ID  TITLE\n1   a\\r\\u009bb\\t');
  });

  test('any value stands on one line and holds nothing of the kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(visibleLine(value)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
