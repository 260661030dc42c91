import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HeldEntries } from '../../../src/rest/representation/heldEntries.ts';

const key = (n: number, version: number) => ({
  incarnation: 'life',
  id: `0192f0a0-7c00-7000-8000-${n.toString(16).padStart(12, '0')}`,
  version: String(version),
});

test('finds what a Map of as many would, the oldest forgotten first', () => {
  const step = fc.record({
    n: fc.integer({ min: 0, max: 20 }),
    version: fc.integer({ min: 0, max: 3 }),
    removes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 200 }), (capacity, steps) => {
      const entries = new HeldEntries(capacity);
      const expected = new Map<number, { version: number; at: number }>();
      const forgetOldest = () => {
        expected.delete([...expected.keys()][0] as number);
        entries.removeOldest();
      };
      for (const [at, { n, version, removes }] of steps.entries()) {
        if (removes) forgetOldest();
        entries.oldest();
        while (entries.isFull) forgetOldest();
        entries.add(key(n, version), at, at + 1);
        expected.delete(n);
        expected.set(n, { version, at });
        expect(entries.size).toBe(expected.size);
        for (let other = 0; other <= 20; other += 1) {
          const slot = entries.find(key(other, version));
          const known = expected.get(other);
          expect(slot === undefined ? undefined : entries.writtenAt(slot)).toBe(
            known?.version === version ? known.at : undefined,
          );
          if (slot === undefined) continue;
          expect(entries.lengthOf(slot)).toBe(entries.writtenAt(slot) + 1);
          expect(entries.addedAfter(slot)).toBe(at - entries.writtenAt(slot));
        }
      }
    }),
  );
});
