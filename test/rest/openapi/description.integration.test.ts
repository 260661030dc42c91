import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { description } from '../../../src/rest/openapi/description.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openRestApi, type RestApi } from '../support/openRestApi.ts';
import { sampleRecords } from '../support/sampleRecords.ts';

const examples = [...description.matchAll(/`GET (\S+)`/g)].map(([, target = '']) => target);

describeWith(['postgres'], 'the requests in the description', () => {
  let api: RestApi;

  beforeAll(async () => {
    api = await openRestApi();
    await api.catalog.import(sampleRecords);
  }, 60_000);
  afterAll(() => api?.close());

  test.each(examples)('%s works', async (target) => {
    expect((await api.get(target)).status).toBe(200);
  });

  test('are there', () => {
    expect(examples.length).toBeGreaterThan(2);
  });
});
