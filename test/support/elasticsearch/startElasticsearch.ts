import { type ElasticsearchNodeOptions, ElasticsearchProcess } from './elasticsearchProcess.ts';
import { waitForHealth } from './waitForHealth.ts';

/** A real server of the caller's own, on free loopback ports, empty; resolves when it is healthy. The caller stops it. */
export async function startElasticsearch(options: ElasticsearchNodeOptions = {}): Promise<ElasticsearchProcess> {
  const node = await ElasticsearchProcess.create(options);
  await waitForHealth(node.url);
  return node;
}
