import { scryptSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from '../../../src/graph/user/password.ts';

const password = 'correct horse battery';

/** The password's hash at a hundredth of the cost: what is stored tells its own. */
const cheap = [
  'scrypt',
  1024,
  8,
  1,
  'c2FsdA',
  scryptSync(password, 'salt', 32, { N: 1024 }).toString('base64url'),
].join('$');

test('26 passwords are judged or wait at once, more are told at once that they are not', async () => {
  let judged = 0;
  const judge = async (n: number) => {
    const verdict = await verifyPassword(n % 2 === 0 ? password : 'another', n % 9 === 0 ? null : cheap);
    if (verdict !== null) judged += 1;
    return { verdict, judgedBefore: judged };
  };
  const results = await Promise.all(Array.from({ length: 30 }, (_, n) => judge(n)));
  expect(results.slice(0, 26).map(({ verdict }) => verdict)).toEqual(
    Array.from({ length: 26 }, (_, n) => n % 2 === 0 && n % 9 !== 0),
  );
  expect(results.slice(26)).toEqual(Array(4).fill({ verdict: null, judgedBefore: 0 }));
  // There is room again.
  expect(await verifyPassword(password, cheap)).toBe(true);
}, 60_000);

test('of an address one waits, so that a dozen of them leave room for others', async () => {
  const strangers = Array.from({ length: 36 }, (_, n) => verifyPassword('a guess', cheap, `192.0.2.${n % 12}`));
  const honest = verifyPassword(password, cheap, '198.51.100.1');
  const judged = (await Promise.all(strangers)).filter((verdict) => verdict !== null);
  expect(judged).toHaveLength(14);
  expect(await honest).toBe(true);
}, 60_000);

test('an operator’s hash waits for its turn however many are judged', async () => {
  const judged = Promise.all(Array.from({ length: 28 }, () => verifyPassword(password, cheap)));
  const hash = await hashPassword(password);
  expect(await judged).toContain(null);
  expect(await verifyPassword(password, hash)).toBe(true);
}, 60_000);
