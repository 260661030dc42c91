import { expect, test } from '@jest/globals';
import { eventPageSchema } from '../../../src/rest/event/eventPage.ts';

test('the example of the description is a page', () => {
  const { examples } = eventPageSchema.meta() as { examples: unknown[] };
  expect(examples.map((example) => eventPageSchema.parse(example))).toEqual(examples);
});
