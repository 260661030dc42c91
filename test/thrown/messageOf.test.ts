import { describe, expect, test } from '@jest/globals';
import { messageOf } from '../../src/thrown/messageOf.ts';
import { reasonOf } from '../../src/thrown/reasonOf.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

describe('messageOf', () => {
  test.each([
    ['a message', new Error('x'), 'x'],
    ['the first of several failures, whose sum has no message', new AggregateError([refused]), refused.message],
    ['the reason that fetch hides', new TypeError('fetch failed', { cause: refused }), 'fetch failed (ECONNREFUSED)'],
    ['no reason twice', refused, refused.message],
    ['an error of another realm', { message: 'x' }, 'x'],
    ['a text', 'x', 'x'],
    ['nothing', undefined, 'undefined'],
  ])('%s', (_name, thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
  });
});

describe('reasonOf', () => {
  test.each([
    [
      'the last line',
      new Error('\nInvalid `prisma.queryRaw()` invocation:\n\n\nthe connection was refused\n'),
      'the connection was refused',
    ],
    ['a code where there are no words', Object.assign(new Error(''), { code: 'EPIPE' }), 'EPIPE'],
  ])('%s', (_name, thrown, reason) => {
    expect(reasonOf(thrown)).toBe(reason);
  });
});
