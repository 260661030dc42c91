import { describe, expect, it } from '@jest/globals';
import { redactSecrets } from '../../src/telemetry/redactSecrets.ts';
import { fc } from '../support/randomCases.ts';

const redact = redactSecrets(['the-internal-token-itself', 'quote"and\\slash', 'dots.and*stars']);
const line = (members: object): string => redact(`${JSON.stringify(members)}\n`);

describe('redactSecrets', () => {
  it.each([
    ['this process’s token', { err: { message: 'token the-internal-token-itself was refused' } }, 'the-internal'],
    ['a secret that JSON escapes', { detail: 'it is quote"and\\slash!' }, 'slash'],
    ['a secret with signs of patterns', { detail: 'dots.and*stars' }, 'stars'],
    ['a connection string', { err: { stack: 'at postgresql://catalog:hunter2@db:5432/catalog' } }, 'hunter2'],
    ['an Authorization header in a text', { detail: 'sent Bearer hunter2.abc_def' }, 'hunter2'],
    ['basic credentials', { detail: 'sent Basic aHVudGVyMjpodW50ZXIy' }, 'aHVudGVy'],
    ['an encrypted token', { detail: 'eyJhbGciOiJkaXIifQ..hunter2iv.hunter2text.hunter2tag' }, 'hunter2'],
    ['a token that was cut', { detail: 'eyJhbGciOiJub25lIn0.hunter2' }, 'hunter2'],
    ['a credential under a scheme in capitals', { detail: 'BEARER hunter2hunter2' }, 'hunter2'],
    ['basic credentials in capitals', { detail: 'BASIC aHVudGVyMjpodW50ZXIy' }, 'aHVudGVy'],
    ['a key of Elasticsearch in a text', { detail: 'authorization: ApiKey aHVudGVyMjpodW50ZXIy' }, 'aHVudGVy'],
    ['a header object of another spelling', { headers: { Authorization: 'hunter2' } }, 'hunter2'],
    ['a header object', { headers: { authorization: 'hunter2 "quoted" hunter2' } }, 'hunter2'],
    ['cookies', { headers: { cookie: 'sid=hunter2', 'set-cookie': ['a=hunter2', 'b=hunter2'] } }, 'hunter2'],
    ['a member named password', { user: 'u', password: 'hunter2' }, 'hunter2'],
  ])('takes out %s and leaves JSON', (_what, members, secret) => {
    const redacted = line(members);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('[redacted]');
    expect(Object.keys(JSON.parse(redacted))).toEqual(Object.keys(members));
  });

  const CREDENTIALS = [
    'cac_0123456789ab_hunter2hunter2hunter2hunter2abcdef',
    'whsec_hunter2hunter2hunter2',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.hunter2',
    'the-internal-token-itself',
  ];

  it('takes out a credential whatever stands around it, in any case', () => {
    const around = fc.string({ unit: fc.constantFrom(...'aZ09_-%20/.: "+\\c{['), maxLength: 12 });
    const credential = fc
      .tuple(fc.constantFrom(...CREDENTIALS), fc.boolean())
      .map(([text, isCapital]) => (isCapital ? text.toUpperCase() : text));
    fc.assert(
      fc.property(around, credential, around, (before, text, after) => {
        const redacted = line({ detail: before + text + after });
        expect(redacted.toLowerCase()).not.toMatch(/hunter2|internal/);
        expect(Object.keys(JSON.parse(redacted))).toEqual(['detail']);
      }),
    );
  });

  it('ends for what nearly is a credential, however long', () => {
    for (const text of ['eyJ'.repeat(4_000), `Bearer${' '.repeat(12_000)}`, 'cac_'.repeat(3_000)])
      expect(JSON.parse(line({ text }))).toHaveProperty('text');
  });

  it('leaves ordinary lines as they are', () => {
    const members = {
      requestId: '0198c0de-0000-4000-8000-000000000000',
      method: 'GET',
      path: '/v1/anime',
      url: 'http://127.0.0.1:3000/v1?a=b@c',
      msg: 'listening',
    };
    expect(line(members)).toBe(`${JSON.stringify(members)}\n`);
  });

  it('works without own secrets', () => {
    expect(redactSecrets([''])('{"msg":"plain"}')).toBe('{"msg":"plain"}');
  });
});
