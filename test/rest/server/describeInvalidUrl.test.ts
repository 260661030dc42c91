import { expect, test } from '@jest/globals';
import { describeInvalidUrl } from '../../../src/rest/server/refuseUnparsed.ts';

test.each([
  [
    'POST /v1/a?year=1&q=進撃 HTTP/1.1',
    20,
    'The URL\'s q holds "進" as it is; percent-encoded, in UTF-8, it is %E9%80%B2.',
  ],
  ['POST /v1/é HTTP/1.1', 9, 'The URL holds "é" as it is; percent-encoded, in UTF-8, it is %C3%A9.'],
  ['GET /?q=😀 HTTP/1.1', 8, 'The URL\'s q holds "😀" as it is; percent-encoded, in UTF-8, it is %F0%9F%98%80.'],
  ['GET /?q=a\tb HTTP/1.1', 10, "The URL's q holds the character 0x09 as it is; percent-encoded, in UTF-8, it is %09."],
  ['GET /?q=a\x01 HTTP/1.1', 9, "The URL's q holds the character 0x01 as it is; percent-encoded, in UTF-8, it is %01."],
  [Buffer.from('GET /?q=\xe9 HTTP/1.1', 'latin1'), 8, "The URL's q holds the byte 0xE9, which is not UTF-8."],
])('%j is told at %d', (text, at, detail) => {
  expect(describeInvalidUrl(Buffer.from(text as string), at)).toBe(detail);
});
