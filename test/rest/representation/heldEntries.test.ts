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
    does: fc.constantFrom('add', 'remove', 'renew', 'use'),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 60, size: 'max' }), (capacity, steps) => {
      const entries = new HeldEntries(capacity);
      const expected = new Map<number, { version: number; at: number; length: number; used: boolean }>();
      const oldest = () => [...expected][0];
      const forgetOldest = () => {
        expected.delete(oldest()?.[0] as number);
        entries.removeOldest();
      };
      for (const [at, { n, version, does }] of steps.entries()) {
        entries.oldest();
        if (does === 'remove') forgetOldest();
        if (does === 'renew') {
          const [other, entry] = oldest() ?? [];
          entries.renewOldest(at);
          if (other !== undefined && entry !== undefined) {
            expected.delete(other);
            expected.set(other, { ...entry, at, used: false });
          }
        }
        if (does === 'use') {
          const slot = entries.find(key(n, version));
          const known = expected.get(n);
          if (slot !== undefined) entries.use(slot);
          if (known?.version === version) known.used = true;
        }
        if (does === 'add') {
          while (entries.isFull) forgetOldest();
          entries.add(key(n, version), at, at + 1);
          expected.delete(n);
          expected.set(n, { version, at, length: at + 1, used: false });
        }
        expect(entries.size).toBe(expected.size);
        for (let other = 0; other <= 20; other += 1) {
          const slot = entries.find(key(other, version));
          const known = expected.get(other);
          const found = slot !== undefined && {
            at: entries.writtenAt(slot),
            length: entries.lengthOf(slot),
            used: entries.isUsed(slot),
          };
          const { version: held, ...facts } = known ?? {};
          expect(found).toEqual(held === version && facts);
        }
      }
    }),
  );
});
