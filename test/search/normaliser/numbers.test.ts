import { expect, test } from '@jest/globals';
import { numbersInDigits } from '../../../src/search/normaliser/numbers.ts';

test.each([
  ['ninety one days', '91 days'],
  ['one hundred and five things', '105 things'],
  ['two hundred', '200'],
  ['the thirty fifth test', '35 test'],
  ['twelfth fortieth 22nd', '12 40 22'],
  ['double zero', '00'],
  ['movie 04', 'movie 4'],
  ['number eight', 'no 8'],
  ['bone tension second', 'bone tension 2'],
  ['二十世紀少年', '20世紀少年'],
  ['三百六十五', '365'],
  ['百二', '102'],
  ['百合', '百合'],
  ['一〇八', '一〇八'],
  ['十十', '十十'],
  ['kaguya', 'kaguya'],
  ['', ''],
])('%s is %s', (plain, digits) => {
  expect(numbersInDigits(plain)).toBe(digits);
});
