import { expect, test } from '@jest/globals';
import { createStatementNames } from '../../../src/database/connection/preparedStatements.ts';

test('names a statement at its third sighting, and always the same', () => {
  const nameOf = createStatementNames(false);
  const sql = 'SELECT 1';
  expect([nameOf({ sql }), nameOf({ sql })]).toEqual(['', '']);
  const name = nameOf({ sql });
  expect(name).not.toBe('');
  expect(nameOf({ sql })).toBe(name);
});

test('gives no name twice, and no more than 500', () => {
  const nameOf = createStatementNames(false);
  const third = (sql: string) => [nameOf({ sql }), nameOf({ sql }), nameOf({ sql })].at(-1);
  const given = Array.from({ length: 502 }, (_, it) => third(`SELECT ${it}`));
  expect(new Set(given.slice(0, 500)).size).toBe(500);
  expect(given.slice(500)).toEqual(['', '']);
  expect(third('SELECT 2')).toBe(given[2]);
});

test('a flood of texts that never come again leaves room for those that do', () => {
  const nameOf = createStatementNames(false);
  for (let it = 0; it < 5000; it += 1) nameOf({ sql: `SELECT ${it}` });
  for (let it = 0; it < 2; it += 1) nameOf({ sql: 'often' });
  expect(nameOf({ sql: 'often' })).not.toBe('');
});

test('leaves pages of lists to be planned with their values', () => {
  const nameOf = createStatementNames(true);
  for (const end of ['LIMIT $2', 'LIMIT $2 OFFSET $3']) {
    const sql = `SELECT id FROM anime WHERE year = $1 ORDER BY id ${end}`;
    expect([nameOf({ sql }), nameOf({ sql }), nameOf({ sql })]).toEqual(['', '', '']);
  }
  const sql = 'SELECT id FROM (SELECT id FROM anime LIMIT $1) a WHERE id = $2';
  expect([nameOf({ sql }), nameOf({ sql }), nameOf({ sql })].at(-1)).not.toBe('');
});
