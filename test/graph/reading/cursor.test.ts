import { describe, expect, test } from '@jest/globals';
import { CatalogError } from '../../../src/graph/model/errors.ts';
import { decodeCursor, encodeCursor, type KeyType } from '../../../src/graph/reading/cursor.ts';
import { fc } from '../../support/randomCases.ts';

const ID = '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f';
const raw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof CatalogError) return error.code;
    throw error;
  }
  return undefined;
}

describe('a cursor', () => {
  test('holds any title whole', () => {
    const title = fc.string({ unit: 'binary', maxLength: 400 }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(title, fc.uuid(), (text, id) => {
        const cursor = encodeCursor('anime.title', [text, id]);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(cursor, 'anime.title', ['text', 'uuid'])).toEqual([text, id]);
      }),
    );
  });

  test.each<[KeyType, string]>([
    ['uuid', ID],
    ['date', '2024-02-29'],
    ['timestamptz', '2024-02-29T23:59:59.999Z'],
    ['numeric', '6.50'],
    ['numeric', '0.00'],
    ['numeric', '99999.99'],
    ['bigint', '123456789012'],
  ])('of %s reads %s', (type, value) => {
    expect(decodeCursor(encodeCursor('list', [value]), 'list', [type])).toEqual([value]);
  });

  test.each<[KeyType, string]>([
    ['uuid', ID.toUpperCase()],
    ['uuid', `${ID}0`],
    ['uuid', "'; DROP TABLE anime; --"],
    ['text', 'a\0b'],
    ['text', 'a\ud800b'],
    ['date', '2023-02-29'],
    ['date', '0000-01-01'],
    ['date', '2024-2-9'],
    ['timestamptz', '2024-02-29T23:59:59Z'],
    ['timestamptz', '2024-02-29T23:59:59.999+00:00'],
    ['timestamptz', '2024-02-29T24:00:00.000Z'],
    ['timestamptz', 'infinity'],
    ['numeric', '6.5'],
    ['numeric', '-1.00'],
    ['numeric', '100000.00'],
    ['numeric', 'NaN'],
    ['bigint', '01'],
    ['bigint', '9999999999999999999'],
  ])('of %s refuses %j', (type, value) => {
    expect(codeOf(() => decodeCursor(encodeCursor('list', [value]), 'list', [type]))).toBe('invalid_cursor');
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['no base64url', '%%%'],
    ['no JSON', Buffer.from('anime').toString('base64url')],
    ['no list', raw({ 0: 1 })],
    ['another version', raw([2, 'anime.id', ID])],
    ['another list', raw([1, 'anime.title', ID])],
    ['too few values', raw([1, 'anime.id'])],
    ['too many values', raw([1, 'anime.id', ID, ID])],
    ['a value that is no text', raw([1, 'anime.id', 7])],
    ['white space in its JSON', Buffer.from(`[1, "anime.id", "${ID}"]`).toString('base64url')],
    ['padding', `${raw([1, 'anime.id', ID])}=`],
    [
      'base64 with + and /',
      Buffer.from(JSON.stringify([1, 'anime.id', ID]))
        .toString('base64')
        .replace(/=*$/, '=='),
    ],
    ['strange characters between', `${raw([1, 'anime.id', ID]).slice(0, 8)}!${raw([1, 'anime.id', ID]).slice(8)}`],
  ])('that is %s is refused', (_name, cursor) => {
    expect(codeOf(() => decodeCursor(cursor, 'anime.id', ['uuid']))).toBe('invalid_cursor');
  });

  test('has one spelling: whatever is read was written so', () => {
    const cursor = encodeCursor('anime.title', ['Böse', ID]);
    const altered = fc
      .tuple(
        fc.nat(cursor.length - 1),
        fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
      )
      .map(([at, letter]) => cursor.slice(0, at) + letter + cursor.slice(at + 1));
    fc.assert(
      fc.property(altered, (text) => {
        let key: readonly string[];
        try {
          key = decodeCursor(text, 'anime.title', ['text', 'uuid']);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_cursor' });
          return;
        }
        expect(encodeCursor('anime.title', key)).toBe(text);
      }),
    );
  });
});
