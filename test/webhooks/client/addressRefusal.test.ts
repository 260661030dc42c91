import { expect, test } from '@jest/globals';
import { addressRefusal, SPECIAL_IPV4, SPECIAL_IPV6 } from '../../../src/webhooks/client/addressRefusal.ts';
import { PUBLIC_ADDRESSES, SPECIAL_ADDRESSES } from '../../graph/webhook/specialAddresses.ts';

test.each(SPECIAL_ADDRESSES)('%s is refused, with the reason', (address) => {
  expect(addressRefusal(address)).toMatch(/\(.*\/\d+, RFC \d+\)$/);
});

test.each(PUBLIC_ADDRESSES)('%s is public', (address) => {
  expect(addressRefusal(address)).toBeNull();
});

test.each([
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '0x7f.1',
  '2130706433',
  '1.2.3',
  '8.8.8.8 ',
  'fe80::1%eth0',
  '[::1]',
  '2606:4700::1%1',
])('%p is no plain address', (text) => {
  expect(addressRefusal(text)).toBe('no plain IP address');
});

test('each range of the table refuses its first address', () => {
  for (const { range } of [...SPECIAL_IPV4, ...SPECIAL_IPV6]) {
    expect([range, addressRefusal(range.replace(/\/\d+$/, ''))]).toEqual([range, expect.stringContaining('RFC')]);
  }
});
