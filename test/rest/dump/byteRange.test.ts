import { expect, test } from '@jest/globals';
import { readByteRange } from '../../../src/rest/dump/getDump.ts';

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=99-', { first: 99, last: 99 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['Bytes= 5-6 ', { first: 5, last: 6 }],
  [`bytes=0-${'9'.repeat(400)}`, { first: 0, last: 99 }],
])('%s of 100 bytes', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s lies outside of 100 bytes',
  (header) => {
    expect(readByteRange(header, 100)).toBe('unsatisfiable');
  },
);

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,4-5',
  'bytes=a-b',
  'bytes=1.5-2',
  'lines=0-1',
  'bytes 0-1',
])('%s asks for no part that is understood', (header) => {
  expect(readByteRange(header, 100)).toBeNull();
});
