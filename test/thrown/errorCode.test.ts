import { expect, test } from '@jest/globals';
import { errorCode } from '../../src/thrown/errorCode.ts';

const coded = (code: unknown) => Object.assign(new Error('x'), { code });

test.each([
  ['its own', coded('EACCES'), 'EACCES'],
  ['its own before that of a cause', Object.assign(coded('P2010'), { cause: coded('40001') }), 'P2010'],
  [
    'that of the cause, which fetch hides',
    new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }),
    'ECONNREFUSED',
  ],
  ['a name where no layer has a code', new TypeError('x', { cause: new Error('y') }), 'TypeError'],
  ['a name where the code is a number', new DOMException('x', 'AbortError'), 'AbortError'],
  ['what is no error', 'a text', 'unknown error'],
])('%s', (_name, thrown, code) => {
  expect(errorCode(thrown)).toBe(code);
});
