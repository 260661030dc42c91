import { describe, expect, test } from '@jest/globals';
import { EntityCache } from '../../../src/graph/reading/entityCache.ts';

describe('the document cache', () => {
  test('answers with exactly the version asked for', () => {
    const cache = new EntityCache(1_000_000);
    const document = { id: 'a', version: '7', title: 'A' };
    cache.set(document, 100);
    expect(cache.get('a', '7')).toBe(document);
    expect(cache.get('a', '6')).toBeUndefined();
    expect(cache.get('a', '8')).toBeUndefined();
    expect(cache.get('b', '7')).toBeUndefined();
    expect(cache.statistics()).toMatchObject({ hits: 1, misses: 3, entries: 1 });
  });

  test('holds one version of an entity', () => {
    const cache = new EntityCache(1_000_000);
    cache.set({ id: 'a', version: '7' }, 100);
    cache.set({ id: 'a', version: '8' }, 100);
    expect(cache.versionOf('a')).toBe('8');
    expect(cache.get('a', '7')).toBeUndefined();
    expect(cache.statistics().entries).toBe(1);
  });

  test('stays within its bytes: the least recently used goes first', () => {
    const cache = new EntityCache(3_000);
    for (const id of ['a', 'b', 'c']) cache.set({ id, version: '1' }, 300);
    cache.get('a', '1');
    cache.set({ id: 'd', version: '1' }, 300);
    expect(['a', 'b', 'c', 'd'].filter((id) => cache.versionOf(id) !== undefined)).toEqual(['a', 'c', 'd']);
    expect(cache.statistics().bytes).toBeLessThanOrEqual(3_000);
    for (let index = 0; index < 1000; index += 1) cache.set({ id: `n${index}`, version: '1' }, 300);
    expect(cache.statistics()).toMatchObject({ entries: 3 });
  });

  test('leaves out what is larger than itself', () => {
    const cache = new EntityCache(300);
    cache.set({ id: 'a', version: '1' }, 5_000);
    expect(cache.statistics()).toMatchObject({ entries: 0, bytes: 0 });
  });
});
