import { describe, expect, test } from '@jest/globals';
import { DatabaseError } from '../../src/database/databaseError.ts';
import { databaseCondition, isConflict, isDatabaseUnavailable } from '../../src/database/databaseFailures.ts';

/** PostgreSQL's report under PrismaPg's and Prisma's. */
function raw(originalCode: string): Error {
  const cause = { kind: 'postgres', originalCode, originalMessage: 'x' };
  return Object.assign(new Error('Raw query failed.'), { code: 'P2010', meta: { driverAdapterError: { cause } } });
}
const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('isConflict', () => {
  test.each([
    ['Prisma', coded('P2034')],
    ['a raw statement', raw('40001')],
    ['a deadlock in a raw statement', raw('40P01')],
    ['pg', coded('40P01')],
    ['an error that wraps it', new Error('import failed', { cause: raw('40001') })],
    ['a GraphQL error', Object.assign(new Error('x'), { originalError: coded('P2034') })],
  ])('as %s reports it', (_, error) => {
    expect(isConflict(error)).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  test.each([coded('P2002'), raw('23505'), new Error('40001'), undefined, null, 'P2034'])('%s is none', (error) => {
    expect(isConflict(error)).toBe(false);
  });
});

describe('isDatabaseUnavailable', () => {
  test.each([
    coded('ECONNREFUSED'),
    coded('P1001'),
    coded('P1017'),
    Object.assign(new Error('connect ENOENT /run/postgresql/.s.PGSQL.5432'), { code: 'ENOENT' }),
    ...['25006', '53100', '53200', '53400', '58030'].map(raw),
    ...['3D000', '42P01', '42704', '42703', '42883'].map(raw),
    ...['P2021', 'P2022'].map(coded),
    new Error('could not open relation with OID 16401'),
    raw('57P01'),
    raw('57014'),
    raw('55P03'),
    raw('08006'),
    coded('53300'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Transaction API error: Unable to start a transaction in the given time.'),
    new DatabaseError('database_unreachable', 'no answer within 100 ms'),
    new DatabaseError('database_busy', '1000 statements wait'),
    new Error('listing failed', { cause: coded('ECONNRESET') }),
  ])('%s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  const missing = Object.assign(new Error("ENOENT: no such file or directory, scandir '/migrations/'"), {
    code: 'ENOENT',
  });
  test.each([
    raw('22012'),
    coded('P2025'),
    missing,
    new Error('x'),
    undefined,
    new DatabaseError('migration_edited', 'x'),
  ])('%s is not', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  test('an error that causes itself is looked at once', () => {
    const error = new Error('round');
    error.cause = error;
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

test.each([
  [raw('42P01'), 'lacks tables or functions, as in a restore'],
  [raw('53100'), 'has no disk space left'],
  [raw('57P01'), 'is not available now'],
])('%s: the database %s', (error, condition) => {
  expect(databaseCondition(error)).toBe(condition);
});

test('a connection that the server closed under a raw read is unavailable', () => {
  const error = Object.assign(
    new Error('Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`'),
    {
      code: 'P2010',
      meta: { driverAdapterError: { name: 'DriverAdapterError', cause: { kind: 'ConnectionClosed' } } },
    },
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
});
