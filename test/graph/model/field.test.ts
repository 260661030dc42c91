import { expect, test } from '@jest/globals';
import { animeFields } from '../../../src/graph/model/animeFields.ts';
import { mergeFields } from '../../../src/graph/model/field.ts';

test('a record that says the unknown says nothing, unless each value of the field says something', () => {
  expect(mergeFields(animeFields, [{ format: 'unknown' }, { format: 'tv' }]).format).toBe('tv');
  const required = { number: { ...animeFields.year, unknown: 0, required: true } } as const;
  expect(mergeFields(required, [{ year: 0 }, { year: 5 }])).toEqual({ number: 0 });
});
