import { type ElasticsearchNodeOptions, ElasticsearchProcess } from './elasticsearchProcess.ts';
import { waitForHealth } from './waitForHealth.ts';

export interface ElasticsearchCluster {
  readonly nodes: readonly ElasticsearchProcess[];
  /** Every node's origin. */
  readonly urls: readonly string[];
  /** Stops every node and removes their data. */
  stop(): Promise<void>;
}

/** A real cluster on loopback; resolves when all its nodes have joined. The first node is the first master. */
export async function startElasticsearchCluster(
  size: number,
  options: ElasticsearchNodeOptions = {},
): Promise<ElasticsearchCluster> {
  const nodes: ElasticsearchProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    const first = await ElasticsearchProcess.create(
      withSettings(options, 1, { 'cluster.initial_master_nodes': 'node-1' }),
    );
    nodes.push(first);
    const others = Array.from({ length: size - 1 }, async (_, index) => {
      const seeds = { 'discovery.seed_hosts': first.transportAddress };
      nodes.push(await ElasticsearchProcess.create(withSettings(options, index + 2, seeds)));
    });
    const failed = (await Promise.allSettled(others)).find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    await waitForHealth(first.url, size);
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, urls: nodes.map((node) => node.url), stop };
}

function withSettings(
  options: ElasticsearchNodeOptions,
  number: number,
  settings: Readonly<Record<string, string>>,
): ElasticsearchNodeOptions {
  return {
    ...options,
    settings: {
      'discovery.type': 'multi-node',
      'node.name': `node-${number}`,
      ...options.settings,
      ...settings,
    },
  };
}
