import { expect, test } from '@jest/globals';
import { describeWith } from './describeWith.ts';
import { sharedServer } from './sharedServer.ts';

describeWith(['elasticsearch'], 'the shared Elasticsearch', () => {
  test('is one server for all who ask, and healthy', async () => {
    const [url, again] = await Promise.all([sharedServer('elasticsearch'), sharedServer('elasticsearch')]);
    expect(again).toBe(url);
    const health = await fetch(`${url}/_cluster/health`);
    expect(await health.json()).toMatchObject({ status: 'green', number_of_nodes: 1 });
  }, 240_000);
});
