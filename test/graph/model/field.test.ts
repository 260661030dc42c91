import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { fieldPairs } from '../../../src/graph/import/draft/sqlText.ts';
import { animeFields } from '../../../src/graph/model/animeFields.ts';
import type { CanonicalAnime } from '../../../src/graph/model/canonical.ts';
import {
  columnsOf,
  columnValues,
  decidedMembers,
  type Fields,
  mergeFields,
  recordMembers,
  servedPart,
} from '../../../src/graph/model/field.ts';
import { textOf } from '../../../src/graph/model/values.ts';
import { insertRows, updateRows } from '../../../src/graph/publication/entityRows.ts';
import { differenceOf } from '../../../src/graph/review/difference.ts';

/** The table with one field more: everything that is derived must know it without being told. */
const fields = {
  ...animeFields,
  country: {
    column: 'country_code',
    type: 'text',
    member: 'countryOfOrigin',
    value: textOf(2),
    unknown: null,
    merged: true,
    decided: true,
    served: true,
  },
} as const satisfies Fields;

const bare: CanonicalAnime = {
  ...mergeFields(animeFields, []),
  ...{ titles: [], genres: [], studios: [], externalIds: [], images: [], relations: [] },
};
const before = { ...bare, country: 'JP' };
const after = { ...bare, country: 'CN' };

describe('a field that is told once', () => {
  test('is a member of records, which may leave it out or say that it is unknown', () => {
    const schema = z.object(recordMembers(fields));
    expect(schema.parse({ countryOfOrigin: 'JP' })).toEqual({ countryOfOrigin: 'JP' });
    expect(schema.parse({ countryOfOrigin: null })).toEqual({ countryOfOrigin: null });
    expect(schema.parse({})).toEqual({});
    expect(schema.safeParse({ countryOfOrigin: 'Japan' }).error?.issues[0]).toMatchObject({
      path: ['countryOfOrigin'],
      message: 'must have at most 2 characters',
    });
  });

  test('is merged: the most believed record that says something wins', () => {
    const records = [{ countryOfOrigin: null }, {}, { countryOfOrigin: 'JP' }, { countryOfOrigin: 'CN' }];
    expect(mergeFields(fields, records).country).toBe('JP');
    expect(mergeFields(fields, []).country).toBeNull();
  });

  test('is selected, inserted and updated', () => {
    expect(fieldPairs(fields, 'a').sql).toContain(`'country', a.country_code`);
    expect(columnValues(fields, after)).toMatchObject({ country_code: 'CN' });
    const row = { id: 'x', ...columnValues(fields, after), revision: 1 as const };
    const at = '2026-01-01T00:00:00.000Z';
    expect(insertRows('anime', columnsOf(fields), [row], at).sql.match(/country_code/g)).toHaveLength(2);
    expect(updateRows('anime', columnsOf(fields), [row], at).sql).toContain('country_code = r.country_code');
  });

  test('is compared where readers see it, and left out where they do not', () => {
    expect(servedPart(fields, after)).toEqual(after);
    const unseen = { ...fields, country: { ...fields.country, served: false as const } };
    expect(servedPart(unseen, after)).toEqual(servedPart(unseen, before));
  });

  test('is in the difference under the name of answers, and decided', () => {
    expect(differenceOf(fields, before, after)).toEqual([{ field: 'countryOfOrigin', before: '"JP"', after: '"CN"' }]);
    expect(decidedMembers(fields, { countryOfOrigin: 'CN' }, before)).toEqual({ countryOfOrigin: 'CN' });
    expect(decidedMembers(fields, { countryOfOrigin: 'JP' }, before)).toEqual({});
    expect(decidedMembers(fields, { countryOfOrigin: null }, before)).toEqual({});
  });
});

test('a record that says the unknown says nothing, unless each value of the field says something', () => {
  expect(mergeFields(fields, [{ format: 'unknown' }, { format: 'tv' }]).format).toBe('tv');
  expect(mergeFields(fields, [{ format: 'unknown' }]).format).toBe('unknown');
  const required = { number: { ...animeFields.year, unknown: 0, required: true } } as const;
  expect(mergeFields({ number: required.number }, [{ year: 0 }, { year: 5 }])).toEqual({ number: 0 });
});
