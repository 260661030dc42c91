import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readUuid, UUID_WORDS } from '../../../src/rest/representation/uuidWords.ts';

test('reads every UUID in lower case', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const words = new Uint32Array(UUID_WORDS);
      expect(readUuid(uuid, words)).toBe(true);
      expect([...words].map((word) => word.toString(16).padStart(8, '0')).join('')).toBe(uuid.replaceAll('-', ''));
    }),
  );
});

test.each([
  '',
  '0192f0a0',
  '0192F0A0-7c00-7000-8000-000000000001',
  '0192f0a0-7c00-7000-8000_000000000001',
  '0192f0a0-7c00-7000-8000-00000000000é',
])('%j is none', (text) => {
  expect(readUuid(text, new Uint32Array(UUID_WORDS))).toBe(false);
});
