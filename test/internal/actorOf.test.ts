import { describe, expect, it } from '@jest/globals';
import { CatalogError } from '../../src/graph/model/errors.ts';
import { readActor } from '../../src/internal/graphqlEndpoint.ts';

/** As Node hands on the bytes that a client sent. */
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('readActor', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['  ', null],
    ['ada@example.org', 'ada@example.org'],
    [' Ada Lovelace ', 'Ada Lovelace'],
    [bytes('Zoë 東京'), 'Zoë 東京'],
    [encodeURIComponent('Zoë 東京'), 'Zoë 東京'],
    ['Zo\u00eb', 'Zoë'],
    ['100%', '100%'],
  ])('%j names %j', (header, name) => {
    expect(readActor(header === undefined ? {} : { 'x-actor': header })).toBe(name);
  });

  it.each([
    ['x'.repeat(201), 'at most 200 characters'],
    [encodeURIComponent('two\nlines'), 'control characters'],
    [encodeURIComponent('hidden\u202ename'), 'control characters'],
    ['cac_0123456789ab_secret', 'holds a credential'],
  ])('refuses %j', (header, reason) => {
    const reading = () => readActor({ 'x-actor': header });
    expect(reading).toThrow(CatalogError);
    expect(reading).toThrow(reason);
  });
});
