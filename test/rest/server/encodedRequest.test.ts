import { describe, expect, test } from '@jest/globals';
import { encodedRequest } from '../../../src/rest/server/reparseUtf8Url.ts';

/** As the parser stops: at the first byte beyond ASCII behind `from`. */
function encoded(text: string, from = 0): string | undefined {
  const packet = Buffer.from(text);
  return encodedRequest(
    packet,
    packet.findIndex((byte, at) => at >= from && byte > 0x7f),
  )?.toString('latin1');
}

describe('a request whose URL holds UTF-8', () => {
  test('is told percent-encoded, with its headers, and closes its connection', () => {
    expect(encoded('GET /v1/search?q=進撃&limit=1 HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n')).toBe(
      'GET /v1/search?q=%E9%80%B2%E6%92%83&limit=1 HTTP/1.1\r\nConnection: close\r\nHost: a\r\nAccept: */*\r\n\r\n',
    );
    expect(encoded('HEAD /é HTTP/1.1\r\n\r\n')).toBe('HEAD /%C3%A9 HTTP/1.1\r\nConnection: close\r\n\r\n');
  });

  test('begins behind what came before in the same packet, and ends at its empty line', () => {
    expect(encoded('GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /é HTTP/1.1\r\nHost: b\r\n\r\nGET /x HTTP/1.1\r\n\r\n')).toBe(
      'GET /%C3%A9 HTTP/1.1\r\nConnection: close\r\nHost: b\r\n\r\n',
    );
  });

  test('leaves the bytes of headers as they are', () => {
    expect(encoded('GET /é HTTP/1.1\r\nX-Name: é\r\n\r\n')).toBe(
      'GET /%C3%A9 HTTP/1.1\r\nConnection: close\r\nX-Name: \xc3\xa9\r\n\r\n',
    );
  });

  test.each([
    ['another method', 'POST /é HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a method whose beginning came before', 'ET /é HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a URL whose beginning came before', 'nime?q=é HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a head whose end is yet to come', 'GET /é HTTP/1.1\r\nHost: a\r\n'],
    ['a body', 'GET /é HTTP/1.1\r\nHost: a\r\ncontent-length : 3\r\n\r\nabc'],
    ['chunks', 'GET /é HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['another version', 'GET /é HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['no version', 'GET /é\r\n\r\n'],
    ['the end of a body on its line', 'helloGET /é HTTP/1.1\r\n\r\n'],
    ['another request on its line', 'GET /a GET /é HTTP/1.1\r\n\r\n'],
    ['the form of proxies', 'GET http://a/é HTTP/1.1\r\n\r\n'],
    ['ASCII that no URL may hold', 'GET /a\x01 HTTP/1.1\r\n\r\n'],
  ])('is not told where there is %s', (_what, text) => {
    expect(encoded(text)).toBeUndefined();
  });
});
