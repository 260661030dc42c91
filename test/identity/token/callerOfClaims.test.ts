import { expect, test } from '@jest/globals';
import { callerOfClaims } from '../../../src/identity/token/callerOfClaims.ts';
import { tokenShapes } from './tokenShapes.ts';

test.each(tokenShapes)('$name', ({ claims, people, kind, id, scopes }) => {
  const caller = callerOfClaims(claims, people);
  const isDoubted = caller?.kind === 'user' && caller.doubt !== undefined;
  expect(caller?.kind === 'user' ? (isDoubted ? 'doubted' : 'person') : (caller?.kind ?? null)).toBe(kind);
  if (id !== undefined) expect(caller).toMatchObject(kind === 'client' ? { clientId: id } : { subject: id });
  if (scopes !== undefined) expect([...(caller?.scopes ?? [])]).toEqual(scopes);
});

test.each([
  ['unknown', /its operator sets OAUTH_HUMAN_CLAIM/],
  [{ name: 'sid', value: null }, /lacks the claim sid,/],
  [{ name: 'idtyp', value: 'user' }, /lacks the claim idtyp=user,/],
] as const)('a doubt by the rule %j says what is missing', (people, doubt) => {
  expect(callerOfClaims({ sub: 'ann', azp: 'app', scope: 'webhooks.write' }, people)).toMatchObject({
    doubt: expect.stringMatching(doubt),
  });
});
