import { expect, test } from '@jest/globals';
import { createStatementNames } from '../../src/database/statementNames.ts';

test('names a statement from the sighting that was asked for, and always the same', () => {
  const nameOf = createStatementNames({ names: 10, sightings: 3 });
  const sql = 'SELECT 1';
  expect([nameOf({ sql }), nameOf({ sql })]).toEqual(['', '']);
  const name = nameOf({ sql });
  expect(name).not.toBe('');
  expect(nameOf({ sql })).toBe(name);
});

test('gives no name twice, and no more than its limit', () => {
  const nameOf = createStatementNames({ names: 3, sightings: 1 });
  const given = [1, 2, 3, 4, 5].map((it) => nameOf({ sql: `SELECT ${it}` }));
  expect(new Set(given.slice(0, 3)).size).toBe(3);
  expect(given.slice(3)).toEqual(['', '']);
  expect(nameOf({ sql: 'SELECT 2' })).toBe(given[1]);
});

test('a flood of texts that never come again leaves room for those that do', () => {
  const nameOf = createStatementNames({ names: 5, sightings: 2 });
  for (let it = 0; it < 5000; it += 1) nameOf({ sql: `SELECT ${it}` });
  nameOf({ sql: 'often' });
  expect(nameOf({ sql: 'often' })).not.toBe('');
});
