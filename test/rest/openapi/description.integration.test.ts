import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { description } from '../../../src/rest/openapi/description.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openSampleApi, type SampleApi } from '../support/openSampleApi.ts';

const examples = [...description.matchAll(/`GET (\S+)`/g)].map(([, target = '']) => target);

describeWith(['postgres'], 'the requests in the description', () => {
  let api: SampleApi;

  beforeAll(async () => {
    api = await openSampleApi();
  }, 60_000);
  afterAll(() => api?.close());

  test.each(examples)('%s works', async (target) => {
    expect((await api.get(target)).status).toBe(200);
  });

  test('are there', () => {
    expect(examples.length).toBeGreaterThan(2);
  });
});
