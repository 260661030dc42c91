import { expect, test } from '@jest/globals';
import { BatchSize } from '../../../src/cli/import/importRecords.ts';

test('a batch grows at most twofold towards what fits the time, and never over its most', () => {
  const size = new BatchSize(250, 500);
  size.observe(size.records, 25);
  expect(size.records).toBe(200);
  for (let batch = 0; batch < 5; batch += 1) size.observe(size.records, 10);
  expect(size.records).toBe(500);
});

test('a batch shrinks at once when the server is slow, to no fewer than 100', () => {
  const size = new BatchSize(250, 500);
  for (let batch = 0; batch < 5; batch += 1) size.observe(size.records, 10);
  size.observe(500, 625);
  expect(size.records).toBe(200);
  size.observe(200, 60_000);
  expect(size.records).toBe(100);
});
