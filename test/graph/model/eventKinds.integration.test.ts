import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { DELIVERY_KINDS, EVENT_KINDS } from '../../../src/graph/model/vocabulary.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

test('the contract has a line for each kind of event, in their order', async () => {
  const contract = await readFile(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
  const section = contract.split(/^## /m).find((text) => text.startsWith('Events\n')) ?? '';
  expect([...section.matchAll(/^\| ([a-z.]+\.[a-z]+) \|/gm)].map(([, kind]) => kind)).toEqual(EVENT_KINDS);
  expect(contract).toContain(`| event kinds | ${EVENT_KINDS.join(', ')} |`);
});

describeWith(['postgres'], 'the kinds of events in the tables', () => {
  const catalog = ofSuite(openTestCatalog);

  test('the enum of events is theirs, the CHECK of deliveries has a ping too', async () => {
    const [found] = await catalog.database.client.$queryRaw<{ values: string[]; check: string }[]>`
      SELECT enum_range(NULL::event_kind)::text[] AS values,
        (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'delivery_kind') AS check`;
    expect(found?.values).toEqual(EVENT_KINDS);
    expect([...(found?.check ?? '').matchAll(/'([^']+)'/g)].map(([, kind]) => kind)).toEqual(DELIVERY_KINDS);
  });
});
