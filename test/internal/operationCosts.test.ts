import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { OperationCosts } from '../../src/internal/operationCosts.ts';

test('a cost is worked out once for a document and the sizes that its variables ask for', () => {
  const costs = new OperationCosts();
  const document = parse(`query Q($first: Int!, $ids: [UUID!]!, $after: String, $yes: Boolean!) {
    animeList(first: $first, after: $after) { nodes { id @include(if: $yes) } }
    animeByIds(ids: $ids) { id }
  }`);
  const worked: unknown[] = [];
  const of = (variables: Record<string, unknown>, name?: string) =>
    costs.of(document, name, variables, () => worked.push(variables));
  const base = { first: 1, ids: ['a', 'b'], after: 'x', yes: true };
  expect(of(base)).toBe(1);
  expect(of({ ...base, after: 'y', ids: ['c', 'd'] })).toBe(1);
  for (const other of [{ first: 2 }, { ids: ['a'] }, { yes: false }, { first: '1' }, { ids: null }]) {
    of({ ...base, ...other });
  }
  of(base, 'Q');
  expect(worked).toHaveLength(7);
  for (let first = 0; first < 1000; first += 1) of({ ...base, first });
  expect(of({ ...base, first: 999 })).toBeGreaterThan(1000);
});
