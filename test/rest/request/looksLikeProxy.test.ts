import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { looksLikeProxy } from '../../../src/rest/request/beginRequest.ts';

test.each([
  ['127.0.0.1', '203.0.113.1', true],
  ['::1', '203.0.113.1', true],
  ['::ffff:10.0.0.7', '203.0.113.1', true],
  ['100.64.0.1', '203.0.113.1', true],
  ['10.0.0.7', undefined, false],
  // A client out in the world writes what it likes.
  ['203.0.113.9', '198.51.100.1', true],
  ['8.8.8.8', '198.51.100.1', false],
  ['2606:4700::1', '198.51.100.1', false],
  [undefined, '198.51.100.1', false],
])('%s with X-Forwarded-For %s: %s', (peer, forwardedFor, expected) => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  expect(looksLikeProxy(request)).toBe(expected);
});
