import { expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { createMeter } from '../../src/telemetry/createMeter.ts';

test('an unknown figure is left out, and 0 is not', async () => {
  const registry = new Registry();
  const meter = createMeter([registry]);
  let figure: number | undefined;
  let byWork: Record<string, number> = {};
  meter(Gauge, 'depth', 'A depth.', () => figure);
  meter(Gauge, 'done', 'By work.', () => byWork, 'work');
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));

  expect(await lines()).toEqual([]);
  figure = 0;
  byWork = { pruning: 5 };
  expect(await lines()).toEqual(['depth 0', 'done{work="pruning"} 5']);
  figure = undefined;
  byWork = {};
  expect(await lines()).toEqual([]);
});
