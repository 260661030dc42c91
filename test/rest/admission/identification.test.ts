import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { CredentialsUnavailableError, type Verdict } from '../../../src/graph/caller/credentialVerifier.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { Identification } from '../../../src/rest/admission/identification.ts';
import type { RestResponse } from '../../../src/rest/http/requestFacts.ts';
import type { ProblemError } from '../../../src/rest/problem/problemError.ts';

const VALID: Verdict = { valid: true, caller: { kind: 'key', id: 'k', applicationId: 'a', scopes: new Set() } };

const judge = async (credential: string): Promise<Verdict> => {
  await setImmediate();
  if (credential === 'away') throw new CredentialsUnavailableError('the database is away');
  return credential === 'good' ? VALID : { valid: false, reason: 'It is unknown.' };
};

/** Identifies callers by credentials of which none is known before it is looked up; an address has five failures. */
function open(anonymous = 1_000) {
  const limits = quotaLimits({ anonymous, credentialed: 2_000, address: 1e6 });
  const quotas = memoryQuotas({ ...limits, failures: { points: 5, windowSeconds: 600 } });
  let lookUps = 0;
  const verify = (credential: string) => {
    lookUps += 1;
    return judge(credential);
  };
  const identification = new Identification({ cachedVerdict: () => undefined, verify }, quotas);
  /** The status with which a call of this address is refused, or 200. */
  const statusOf = async (address: string, credential: string) => {
    const response = Object.assign(new ServerResponse(new IncomingMessage(new Socket())), { locals: { address } });
    return await identification.identify(response as unknown as RestResponse, credential).then(
      () => 200,
      ({ status }: ProblemError) => status,
    );
  };
  return { quotas, statusOf, lookUps: () => lookUps };
}

test('any number of made-up credentials from one address cost a quota of look-ups', async () => {
  const { statusOf, lookUps } = open();
  const statuses = await Promise.all(Array.from({ length: 250 }, (_, n) => statusOf('a', `made up ${n}`)));
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(245);
  expect(lookUps()).toBe(5);
  expect(await statusOf('b', 'made up')).toBe(401);
});

test('many calls at once with one good credential are one look-up, and count as no failure', async () => {
  const { statusOf, lookUps, quotas } = open();
  const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf('a', 'good')));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(lookUps()).toBe(1);
  expect(await quotas.read('failures', 'a')).toMatchObject({ remaining: 5 });
  expect(await quotas.read('anonymous', 'a')).toMatchObject({ remaining: 1_000 });
});

test('an address whose failures are spent takes along nobody who sends the same credential at the same time', async () => {
  const { statusOf, quotas } = open();
  for (let failure = 0; failure < 5; failure += 1) await quotas.charge('failures', 'spent');
  const statuses = await Promise.all(['spent', 'other'].map((address) => statusOf(address, 'good')));
  expect(statuses).toEqual([429, 200]);
});

test('a refusal counts as an anonymous call of its address', async () => {
  const { statusOf, quotas } = open(2);
  await quotas.charge('anonymous', 'a');
  expect([await statusOf('a', 'made up'), await statusOf('a', 'made up')]).toEqual([401, 429]);
});

test('a credential that cannot be judged now is neither valid nor a failure', async () => {
  const { statusOf, quotas } = open();
  expect(await statusOf('a', 'away')).toBe(503);
  expect(await quotas.read('failures', 'a')).toMatchObject({ remaining: 5 });
});
