import { expect, test } from '@jest/globals';
import { callerOfClaims } from '../../../src/identity/token/callerOfClaims.ts';
import { tokenShapes } from './tokenShapes.ts';

test.each(tokenShapes)('$name', ({ claims, demands, kind, id, scopes }) => {
  const caller = callerOfClaims(claims, demands);
  expect(caller?.kind ?? null).toBe(kind);
  if (id !== undefined) expect(caller).toMatchObject(kind === 'user' ? { subject: id } : { clientId: id });
  if (scopes !== undefined) expect([...(caller?.scopes ?? [])]).toEqual(scopes);
});
