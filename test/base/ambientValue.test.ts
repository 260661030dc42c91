import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { AmbientValue } from '../../src/base/ambientValue.ts';

test('is there for what runs in it, to the end, and for nobody else', async () => {
  const ambient = new AmbientValue<string>();
  const seen: (string | undefined)[] = [];
  const run = (value: string, turns: number) =>
    ambient.run(value, async () => {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      seen.push(ambient.current);
      await ambient.run(`${value} inside`, async () => void seen.push(ambient.current));
      seen.push(ambient.current);
    });
  await Promise.all([run('short', 1), run('long', 3)]);
  expect(seen).toEqual(['short', 'short inside', 'short', 'long', 'long inside', 'long']);
  expect(ambient.current).toBeUndefined();
});

test('what outlives the last of them is outside, and there are others afterwards', async () => {
  const ambient = new AmbientValue<string>();
  let late: Promise<string | undefined> = Promise.resolve('never begun');
  await ambient.run('settled', async () => {
    late = setImmediate().then(() => ambient.current);
  });
  expect(await late).toBeUndefined();
  expect(await ambient.run('next', async () => ambient.current)).toBe('next');
});

test('what outlives one of them is in the one around it', async () => {
  const ambient = new AmbientValue<string>();
  let late: Promise<string | undefined> = Promise.resolve('never begun');
  await ambient.run('outer', async () => {
    await ambient.run('inner', async () => {
      late = setImmediate().then(() => ambient.current);
    });
    expect(await late).toBe('outer');
  });
});

test('a failure ends it too', async () => {
  const ambient = new AmbientValue<string>();
  await expect(
    ambient.run('failing', async () => {
      throw new Error('as it should');
    }),
  ).rejects.toThrow('as it should');
  expect(ambient.current).toBeUndefined();
});
