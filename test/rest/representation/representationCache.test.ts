import { expect, test } from '@jest/globals';
import { RepresentationCache } from '../../../src/rest/representation/representationCache.ts';

const key = (n: number, version = '1', incarnation = 'life') => ({ incarnation, id: `id-${n}`, version });

test('holds the bytes of one version in one life of the database', () => {
  const cache = new RepresentationCache(1_000_000);
  expect(cache.set(key(1), '{"title":"進撃"}').toString()).toBe('{"title":"進撃"}');
  expect(cache.get(key(1))?.toString()).toBe('{"title":"進撃"}');
  expect(cache.get(key(1, '2'))).toBeUndefined();
  expect(cache.get(key(1, '1', 'another life'))).toBeUndefined();
  expect(cache.has(key(1))).toBe(true);
  expect(cache.has(key(2))).toBe(false);
  cache.set(key(1, '2'), '{}');
  expect(cache.get(key(1))).toBeUndefined();
  expect(cache.statistics()).toMatchObject({ hits: 1, misses: 3, entries: 1 });
});

test('is bounded by its bytes; the least recently used go first', () => {
  const cache = new RepresentationCache(10_000);
  for (let n = 0; n < 100; n += 1) {
    cache.set(key(n), 'x'.repeat(400));
    cache.get(key(0));
  }
  const { entries, bytes } = cache.statistics();
  expect(entries).toBe(10);
  expect(bytes).toBeLessThanOrEqual(10_000);
  expect(cache.has(key(0))).toBe(true);
  expect(cache.has(key(99))).toBe(true);
  expect(cache.has(key(1))).toBe(false);
  cache.set(key(200), 'x'.repeat(20_000));
  expect(cache.has(key(200))).toBe(false);
});

test('of no bytes holds nothing and still makes them', () => {
  const cache = new RepresentationCache(0);
  expect(cache.set(key(1), '{}').toString()).toBe('{}');
  expect(cache.get(key(1))).toBeUndefined();
  expect(cache.statistics()).toMatchObject({ entries: 0, bytes: 0 });
});
