import { describe, expect, test } from '@jest/globals';
import { byteString } from '../../../src/rest/representation/byteString.ts';
import { RepresentationCache } from '../../../src/rest/representation/representationCache.ts';
import { fc } from '../../support/randomCases.ts';

const key = (n: number, version = '1', incarnation = 'life') => ({ incarnation, id: uuid(n), version });
const uuid = (n: number) => `0192f0a0-7c00-7000-8000-${n.toString(16).padStart(12, '0')}`;

test('holds the bytes of one version in one life of the database', () => {
  const cache = new RepresentationCache(1_000_000);
  cache.set(key(1), byteString({ title: '進撃' }));
  expect(Buffer.from(cache.get(key(1)) ?? '', 'latin1').toString()).toBe('{"title":"進撃"}');
  expect(cache.get(key(1, '2'))).toBeUndefined();
  expect(cache.get(key(1, '1', 'another life'))).toBeUndefined();
  expect(cache.get(key(2))).toBeUndefined();
  cache.set(key(1, '2'), '{}');
  expect(cache.get(key(1))).toBeUndefined();
  expect(cache.statistics()).toMatchObject({ hits: 1, misses: 4, entries: 1 });
});

describe('is bounded by its bytes', () => {
  test('the least recently used go first', () => {
    const cache = new RepresentationCache(40_000);
    for (let n = 0; n < 1000; n += 1) {
      cache.set(key(n), 'x'.repeat(1000));
      cache.get(key(0));
    }
    const { entries, bytes: used } = cache.statistics();
    expect(entries).toBeGreaterThan(20);
    expect(used).toBeLessThanOrEqual(40_000);
    expect(cache.get(key(0))).toBeDefined();
    expect(cache.get(key(999))).toBeDefined();
    expect(cache.get(key(1))).toBeUndefined();
  });

  test('many small ones and one too large', () => {
    const cache = new RepresentationCache(10_000);
    for (let n = 0; n < 1000; n += 1) cache.set(key(n), '{}');
    cache.set(key(2000), 'x'.repeat(20_000));
    expect(cache.get(key(2000))).toBeUndefined();
    expect(cache.statistics().entries).toBe(38);
    expect(cache.statistics().bytes).toBeLessThanOrEqual(10_000);
  });

  test('and of no bytes it holds nothing', () => {
    const cache = new RepresentationCache(0);
    cache.set(key(1), '{}');
    expect(cache.get(key(1))).toBeUndefined();
    expect(cache.statistics()).toMatchObject({ entries: 0, bytes: 0 });
  });
});

test('answers with the bytes of a version, or with nothing, whatever was set, used and evicted', () => {
  const step = fc.record({
    n: fc.integer({ min: 0, max: 15 }),
    version: fc.integer({ min: 1, max: 2 }).map(String),
    length: fc.integer({ min: 0, max: 900 }),
    uses: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12_000 }), fc.array(step, { maxLength: 300, size: 'max' }), (size, steps) => {
      const cache = new RepresentationCache(size);
      const texts = new Map<string, string>();
      for (const [at, { n, version, length, uses }] of steps.entries()) {
        const text = texts.get(`${n} ${version}`);
        if (uses) {
          const found = cache.get(key(n, version))?.toString();
          if (found !== undefined) expect(found).toBe(text);
        } else {
          // A version is of one text, also where it is set again.
          const made = text ?? `${at} `.padEnd(length, `${n}`);
          cache.set(key(n, version), made);
          texts.set(`${n} ${version}`, made);
        }
        expect(cache.statistics().bytes).toBeLessThanOrEqual(size);
      }
    }),
  );
});
