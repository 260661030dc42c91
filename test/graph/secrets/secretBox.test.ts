import { expect, test } from '@jest/globals';
import { SecretBox, SecretBoxError } from '../../../src/graph/secrets/secretBox.ts';

const [old, fresh] = ['the old key of the tests', 'the new key of the tests'];

test('what is in the box comes out where it was put, and is never twice the same', () => {
  const box = new SecretBox([old]);
  for (const text of ['', 'whsec_abc', 'ünïcödé 鬼', 'x'.repeat(10_000)]) {
    const sealed = box.encrypt(text, 'table/column/1');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+$/);
    if (text !== '') expect(sealed).not.toContain(text);
    expect(box.decrypt(sealed, 'table/column/1')).toBe(text);
    expect(box.encrypt(text, 'table/column/1')).not.toBe(sealed);
  }
});

test('it opens in no other row, and not when a bit was changed', () => {
  const box = new SecretBox([old]);
  const sealed = box.encrypt('secret', 'table/column/1');
  expect(() => box.decrypt(sealed, 'table/column/2')).toThrow(SecretBoxError);
  for (let at = sealed.lastIndexOf('.') + 1; at < sealed.length - 1; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => box.decrypt(changed, 'table/column/1')).toThrow(SecretBoxError);
  }
  for (const junk of ['', 'v1', 'v1..', sealed.slice(0, 30), `v2${sealed.slice(2)}`]) {
    expect(() => box.decrypt(junk, 'table/column/1')).toThrow(SecretBoxError);
  }
});

test('of two keys the first encrypts and both decrypt', () => {
  const before = new SecretBox([old]).encrypt('secret', 'c');
  const both = new SecretBox([fresh, old]);
  expect(both.decrypt(before, 'c')).toBe('secret');
  expect(before.startsWith(both.currentPrefix)).toBe(false);
  const after = both.encrypt('secret', 'c');
  expect(after.startsWith(both.currentPrefix)).toBe(true);
  expect(new SecretBox([fresh]).decrypt(after, 'c')).toBe('secret');
  expect(() => new SecretBox([fresh]).decrypt(before, 'c')).toThrow(/does not hold/);
});

test('keys for other purposes are others', () => {
  const box = new SecretBox([fresh, old]);
  const [first, second] = box.derive('cookies');
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  expect(new SecretBox([fresh]).derive('cookies')[0]?.equals(first ?? Buffer.alloc(0))).toBe(true);
  expect(box.derive('other')[0]?.equals(first ?? Buffer.alloc(0))).toBe(false);
});
