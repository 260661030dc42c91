import { expect, test } from '@jest/globals';
import { deliveryState } from '../../../src/site/account/deliveryTable.tsx';

const failed = { status: null, error: 'connection', reason: null } as const;
const acknowledged = { status: 204, error: null, reason: null };

test.each([
  ['pending', false, [], '◐ pending'],
  ['pending', false, [failed], '▲ retrying'],
  ['pending', true, [failed], '▲ failed'],
  ['pending', false, [failed, acknowledged], '● delivered'],
  ['delivered', false, [failed, acknowledged], '● delivered'],
  ['failed', false, [failed], '▲ failed'],
] as const)(
  'a delivery that is %s (test: %s) after %j is shown as its last attempt left it',
  (status, isTest, attempts, state) => {
    const made = attempts.flatMap((attempt) => attempt ?? []);
    expect(deliveryState({ status, isTest, attempts: made })).toBe(state);
  },
);
