import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const program = `
  import { setImmediate } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepHeapSmall, letYoungGrow } from './src/server/keepHeapSmall.ts';
  keepHeapSmall();
  letYoungGrow();
  let kept = [];
  const end = performance.now() + 500;
  while (performance.now() < end) {
    if (kept.length > 100_000) kept = [];
    for (let i = 0; i < 5_000; i += 1) kept.push({ i, of: [i] });
    await setImmediate();
  }
  const { space_used_size: used, space_available_size: available } =
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(used + available);
`;

test('the space of new objects grows under load, to twice 8 MB, and ends with the process', () => {
  const half = Number(
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
  expect(half).toBeGreaterThan(4_500_000);
  expect(half).toBeLessThan(8_500_000);
}, 30_000);
