import { expect, test } from '@jest/globals';
import { deliveryState } from '../../../src/site/account/deliveryTable.tsx';

const failed = { status: null, error: 'connection', reason: null } as const;

test.each([
  ['pending', [], '◐ pending'],
  ['pending', [failed], '▲ retrying'],
  ['failed', [failed], '▲ failed'],
] as const)('a delivery that is %s after %j', (status, attempts, state) => {
  expect(deliveryState({ status, attempts: [...attempts] })).toBe(state);
});
