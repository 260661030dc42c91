import { expect, test } from '@jest/globals';
import { shownUrl } from '../../../src/graph/model/shownUrl.ts';

test.each([
  ['https://example.org/file.gz', 'https://example.org/file.gz'],
  ['https://example.org/file.gz?token=secret&a=?', 'https://example.org/file.gz?…'],
  ['https://ann:secret@example.org/a@b', 'https://example.org/a@b'],
  ['nonsense', 'nonsense'],
])('%s is shown as %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown);
});
