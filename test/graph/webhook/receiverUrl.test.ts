import { isIPv6 } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { readReceiverUrl } from '../../../src/graph/webhook/receiverUrl.ts';
import { PUBLIC_ADDRESSES, SPECIAL_ADDRESSES } from './specialAddresses.ts';

const nobody = new Set<string>();
const read = (text: string, exempt: ReadonlySet<string> = nobody) => readReceiverUrl(text, exempt);

describe('taken, and kept as', () => {
  test.each([
    ['https://hooks.example.org/anime', 'https://hooks.example.org/anime'],
    ['https://hooks.example.org', 'https://hooks.example.org/'],
    ['https://example.com:443/a/b', 'https://example.com/a/b'],
    ['HTTPS://Hooks.Example.NET/Path', 'https://hooks.example.net/Path'],
    ['https://bücher.example.com/ü', 'https://xn--bcher-kva.example.com/%C3%BC'],
    ['https://例え.みんな/', 'https://xn--r8jz45g.xn--q9jyb4c/'],
    ['https://a-b.c_d.example.org/x%2Fy;z=1', 'https://a-b.c_d.example.org/x%2Fy;z=1'],
    ['https://hooks.example.org/../a', 'https://hooks.example.org/a'],
    ['https://localhost.example.org/', 'https://localhost.example.org/'],
    ['https://127.0.0.1.example.org/', 'https://127.0.0.1.example.org/'],
  ])('%s', (text, href) => {
    expect(read(text)).toMatchObject({ href, port: 443 });
  });
});

describe('refused, with what is wrong:', () => {
  const refusals: [string, RegExp][] = [
    ['', /https:\/\/HOST/],
    ['hooks.example.org', /https:\/\/HOST/],
    ['http://hooks.example.org/', /https:\/\/HOST/],
    ['ftp://hooks.example.org/', /https:\/\/HOST/],
    ['https:hooks.example.org', /https:\/\/HOST/],
    ['https:/hooks.example.org', /https:\/\/HOST/],
    ['https:///hooks.example.org', /https:\/\/HOST/],
    ['https://', /https:\/\/HOST/],
    [' https://hooks.example.org/', /white space/],
    ['https://hooks.example.org/ ', /white space/],
    ['https://hooks.example.org/\n', /white space/],
    ['https://hooks.exa\tmple.org/', /white space/],
    ['https://hooks.example.org/\0', /white space/],
    ['https://hooks.example\u200b.org/', /white space/],
    ['https://hooks.example.org/\u00a0x', /white space/],
    ['https://hooks.example.org/\ud800', /white space/],
    ['https://hooks.example.org\\@evil.example.net/', /backslash/],
    ['https:\\\\hooks.example.org/', /backslash/],
    ['https://hooks.example.org?', /query/],
    ['https://hooks.example.org/?', /query/],
    ['https://hooks.example.org/?a=1', /query/],
    ['https://hooks.example.org#', /fragment/],
    ['https://hooks.example.org/#', /fragment/],
    ['https://hooks.example.org/#?x', /fragment/],
    ['https://@hooks.example.org/', /credentials/],
    ['https://:@hooks.example.org/', /credentials/],
    ['https://user@hooks.example.org/', /credentials/],
    ['https://user:pass@hooks.example.org/', /credentials/],
    ['https://hooks.example.org:/', /port/],
    ['https://hooks.example.org:0/', /port 0/],
    ['https://hooks.example.org:80/', /port 80/],
    ['https://hooks.example.org:8443/', /port 8443/],
    ['https://hooks.example.org:99999/', /no URL/],
    ['https://hooks.example.org:4 43/', /white space/],
    ['https://hooks.example.org:+443/', /port/],
    ['https://hooks.example.org./', /dot/],
    ['https://hooks/', /two labels/],
    ['https://localhost/', /two labels/],
    ['https://LOCALHOST/', /two labels/],
    ['https://[fe80::1%25eth0]/', /encoded host/],
    ['https://%31%32%37.0.0.1/', /encoded host/],
    ['https://hooks%2eexample.org/', /encoded host/],
    ['https://-a.example.org/', /no DNS name/],
    ['https://a-.example.org/', /no DNS name/],
    ['https://a..example.org/', /no DNS name/],
    ['https://a!b.example.org/', /no DNS name/],
    ["https://a'b.example.org/", /no DNS name/],
    [`https://${'a'.repeat(64)}.example.org/`, /no DNS name/],
    [`https://${'a.'.repeat(130)}org/`, /no DNS name/],
    [`https://hooks.example.org/${'a'.repeat(2048)}`, /2048/],
    ['https://256.1.1.1/', /no URL/],
    ['https://1.2.3.4.5/', /no URL/],
  ];
  test.each(refusals)('%p', (text, fault) => {
    expect(read(text)).toEqual({ fault: expect.stringMatching(fault) });
  });

  test.each([
    'test',
    'example',
    'invalid',
    'localhost',
    'local',
    'internal',
    'onion',
    'alt',
    'home.arpa',
    'in-addr.arpa',
    'lan',
    'corp',
    'home',
  ])('a name below %s', (name) => {
    expect(read(`https://hooks.${name}/`)).toEqual({ fault: expect.stringContaining('public DNS') });
    expect(read(`https://HOOKS.${name.toUpperCase()}/`)).toEqual({ fault: expect.stringContaining('public DNS') });
  });

  test.each([...SPECIAL_ADDRESSES, ...PUBLIC_ADDRESSES])('the address %s, public or not', (address) => {
    const host = isIPv6(address) ? `[${address}]` : address;
    expect(read(`https://${host}/`)).toEqual({ fault: expect.stringContaining('IP address') });
    expect(read(`https://${host}:443/hook`)).toEqual({ fault: expect.stringContaining('IP address') });
  });

  test.each([
    '2130706433',
    '0x7f000001',
    '017700000001',
    '127.1',
    '127.0.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '0',
    '0x0',
    '1',
    '10.1',
    '8.8',
  ])('the address that %s is read as', (host) => {
    expect(read(`https://${host}/`)).toEqual({ fault: expect.stringContaining('IP address') });
  });
});

describe('a target that development exempts', () => {
  const exempt = new Set(['localhost:8443', '127.0.0.1:9000', '[::1]:9000']);

  test.each(['https://localhost:8443/x', 'https://127.0.0.1:9000/', 'https://[::1]:9000/'])('takes %s', (text) => {
    expect(read(text, exempt)).toMatchObject({ href: text });
  });

  test.each([
    'https://localhost:8444/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://127.0.0.2:9000/',
    'http://localhost:8443/',
    'https://a@localhost:8443/',
    'https://localhost:8443/?',
  ])('keeps every other rule: %s', (text) => {
    expect(read(text, exempt)).toHaveProperty('fault');
  });
});
