import { describe, expect, test } from '@jest/globals';
import { errorChain, errorCode, errorMessage, errorReason } from '../../src/base/errors.ts';

describe('errorChain', () => {
  const messages = (thrown: unknown) => errorChain(thrown).map(({ message }) => message);

  test('what libraries wrap is found below, outermost first', () => {
    const driver = Object.assign(new Error('driver'), { cause: new Error('server') });
    const prisma = Object.assign(new Error('prisma'), { meta: { driverAdapterError: driver } });
    const graph = Object.assign(new Error('graph'), { originalError: prisma });
    expect(messages(graph)).toEqual(['graph', 'prisma', 'driver', 'server']);
  });

  test('each failure of several', () => {
    expect(messages(new AggregateError([new Error('::1'), new Error('127.0.0.1')], 'both'))).toEqual([
      'both',
      '::1',
      '127.0.0.1',
    ]);
  });

  test.each([[undefined], [null], ['a text'], [7]])('%p has none', (thrown) => {
    expect(errorChain(thrown)).toEqual([]);
  });

  test('an error that causes itself ends', () => {
    const error = new Error('round');
    error.cause = error;
    expect(messages(error).every((message) => message === 'round')).toBe(true);
  });
});

describe('errorCode', () => {
  const coded = (code: unknown) => Object.assign(new Error('x'), { code });

  test.each([
    ['its own', coded('EACCES'), 'EACCES'],
    ['its own before that of a cause', Object.assign(coded('P2010'), { cause: coded('40001') }), 'P2010'],
    [
      'that of the cause, which fetch hides',
      new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }),
      'ECONNREFUSED',
    ],
    ['a name where nothing in the chain has a code', new TypeError('x', { cause: new Error('y') }), 'TypeError'],
    ['a name where the code is a number', new DOMException('x', 'AbortError'), 'AbortError'],
    ['what is no error', 'a text', 'unknown error'],
  ])('%s', (_name, thrown, code) => {
    expect(errorCode(thrown)).toBe(code);
  });
});

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

describe('errorMessage', () => {
  test.each([
    ['a message', new Error('x'), 'x'],
    ['the first of several failures, whose sum has no message', new AggregateError([refused]), refused.message],
    ['the reason that fetch hides', new TypeError('fetch failed', { cause: refused }), 'fetch failed (ECONNREFUSED)'],
    ['no reason twice', refused, refused.message],
    ['an error of another realm', { message: 'x' }, 'x'],
    ['a text', 'x', 'x'],
    ['nothing', undefined, 'undefined'],
  ])('%s', (_name, thrown, message) => {
    expect(errorMessage(thrown)).toBe(message);
  });
});

describe('errorReason', () => {
  test.each([
    [
      'the last line',
      new Error('\nInvalid `prisma.queryRaw()` invocation:\n\n\nthe connection was refused\n'),
      'the connection was refused',
    ],
    ['a code where there are no words', Object.assign(new Error(''), { code: 'EPIPE' }), 'EPIPE'],
  ])('%s', (_name, thrown, reason) => {
    expect(errorReason(thrown)).toBe(reason);
  });
});
