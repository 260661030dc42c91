import { expect, test } from '@jest/globals';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Difference } from '../../../src/site/design/difference.tsx';

const show = (value: unknown) => ({ text: JSON.stringify(value), shown: String(value) });

/** The items of a list, in words. */
const told = (before: unknown, after: unknown) =>
  [...renderToString(h(Difference, { before, after, show })).matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) =>
    item.replace(/<[^>]*>/g, ''),
  );

test.each([
  [2013, 2014, ['− removed: 2013', '+ added: 2014']],
  [null, 'a', ['+ added: a']],
  ['a', null, ['− removed: a']],
  [
    ['a', 'b'],
    ['b', 'c'],
    ['− removed: a', 'b', '+ added: c'],
  ],
  ['same', 'same', ['same']],
  [undefined, undefined, []],
])('%j before, %j after', (before, after, words) => {
  expect(told(before, after)).toEqual(words);
});
