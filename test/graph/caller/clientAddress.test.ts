import { expect, test } from '@jest/globals';
import { clientAddress } from '../../../src/graph/caller/clientAddress.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, subject) => {
  expect(clientAddress(ip, '192.0.2.1')).toBe(subject);
});

test.each(['unknown', '', '_hidden', '999.1.1.1', 'a'.repeat(10_000)])(
  '%s is no address: the connection counts',
  (ip) => {
    expect(clientAddress(ip, '192.0.2.1')).toBe('192.0.2.1');
    expect(clientAddress(ip, undefined)).toBe('unknown');
  },
);
