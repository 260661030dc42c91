import { expect, test } from '@jest/globals';
import { description } from '../../../scripts/openapi/description.ts';
import { openSampleApi } from '../../rest/support/openSampleApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';

const examples = [...description.matchAll(/`GET (\S+)`/g)].map(([, target = '']) => target);

describeWith(['postgres'], 'the requests in the description', () => {
  const api = ofSuite(openSampleApi);

  test.each(examples)('%s works', async (target) => {
    expect((await api.get(target)).status).toBe(200);
  });

  test('are there', () => {
    expect(examples.length).toBeGreaterThan(2);
  });
});
