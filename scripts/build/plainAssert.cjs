const assert = require('node:assert');

/**
 * `assert(value)` without a message: Node's own reads the file that called it and parses it to quote the expression.
 *
 * @param {unknown} value
 * @param {string | Error} [message]
 */
function ok(value, message = 'an assertion failed') {
  if (value) return;
  if (message instanceof Error) throw message;
  throw new assert.AssertionError({ message, actual: value, expected: true, operator: '==', stackStartFn: ok });
}

/** @param {typeof assert | typeof assert.strict} functions */
const plain = (functions) =>
  Object.assign((/** @type {Parameters<typeof ok>} */ ...given) => ok(...given), functions, { ok });

module.exports = Object.assign(plain(assert), { strict: plain(assert.strict) });
