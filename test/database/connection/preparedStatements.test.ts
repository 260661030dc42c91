import { expect, test } from '@jest/globals';
import { PreparedStatements } from '../../../src/database/connection/preparedStatements.ts';

test('the least used statement is let go, and comes back under another name', () => {
  const statements = new PreparedStatements(2);
  const [a, b] = [statements.use('a'), statements.use('b')];
  expect(statements.use('a')).toEqual({ name: a.name, evicted: undefined });
  expect(statements.use('c').evicted).toBe(b.name);
  const again = statements.use('b');
  expect(again.evicted).toBe(a.name);
  expect(again.name).not.toBe(b.name);
});
