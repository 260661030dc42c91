import { describe, expect, test } from '@jest/globals';
import {
  Bindings,
  followsPosition,
  type KeysetOrder,
  orderTerms,
  positionColumn,
} from '../../../src/graph/reading/keysetList.ts';

const id = { sql: 'a.id', type: 'uuid', direction: 'asc' } as const;
const byTitle: KeysetOrder = { kind: 't', columns: [{ sql: 'a.title', type: 'text', direction: 'asc' }, id] };
const byUpdate: KeysetOrder = {
  kind: 'u',
  columns: [{ sql: 'a.updated_at', type: 'timestamptz', direction: 'desc' }, id],
};
const byId: KeysetOrder = { kind: 'i', columns: [id] };

describe('what follows a position', () => {
  test.each([
    ['one column', byId, ['x'], 'a.id > $1::uuid'],
    ['ascending', byTitle, ['t', 'x'], '(a.title, a.id) > ($1::text, $2::uuid)'],
    [
      'descending with an ascending tie',
      byUpdate,
      ['u', 'x'],
      'a.updated_at <= $1::timestamptz AND (a.updated_at < $1::timestamptz OR a.id > $2::uuid)',
    ],
  ])('%s', (_name, order, position, sql) => {
    const bindings = new Bindings();
    expect(followsPosition(order, position, bindings)).toBe(sql);
    expect(bindings.values).toEqual(position);
  });

  test('comes after the values that are bound already', () => {
    const bindings = new Bindings();
    bindings.add(2013, 'smallint');
    expect(followsPosition(byId, ['x'], bindings)).toBe('a.id > $2::uuid');
  });
});

test('ORDER BY names qualified columns, so that no output column shadows them', () => {
  expect(orderTerms(byUpdate)).toBe('a.updated_at DESC, a.id ASC');
});

test('times stand in a cursor in UTC with milliseconds, whatever the session', () => {
  expect(positionColumn(byUpdate.columns[0])).toBe(
    `to_char(a.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );
});
