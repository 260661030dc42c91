import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { addressReader } from '../../../src/rest/http/addressReader.ts';

function requestFrom(peer: string, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

describe('a proxy whose X-Forwarded-For is not read', () => {
  it.each([
    ['127.0.0.1', '203.0.113.1', ['127.0.0.1']],
    ['::1', '203.0.113.1', ['0:0:0:0::/64']],
    ['::ffff:10.0.0.7', '203.0.113.1', ['10.0.0.7']],
    ['100.64.0.1', '203.0.113.1', ['100.64.0.1']],
    ['10.0.0.7', undefined, []],
    // A client out in the world writes what it likes.
    ['203.0.113.9', '198.51.100.1', ['203.0.113.9']],
    ['8.8.8.8', '198.51.100.1', []],
    ['2606:4700::1', '198.51.100.1', []],
  ])('%s with %s is told as %j', (peer, forwardedFor, expected) => {
    const told: string[] = [];
    addressReader(false, (address) => told.push(address))(requestFrom(peer, forwardedFor));
    expect(told).toEqual(expected);
  });

  it('is none where proxies are trusted', () => {
    const told: string[] = [];
    const addressOf = addressReader(['127.0.0.1'], (address) => told.push(address));
    expect(addressOf(requestFrom('127.0.0.1', '8.8.8.8'))).toBe('8.8.8.8');
    expect(told).toEqual([]);
  });
});
