import {
  type ElasticsearchNodeOptions,
  ElasticsearchProcess,
} from '../../support/elasticsearch/elasticsearchProcess.ts';
import { waitForHealth } from '../../support/elasticsearch/waitForHealth.ts';
import { freePort } from '../../support/freePort.ts';

export interface ElasticsearchCluster {
  readonly nodes: readonly ElasticsearchProcess[];
  /** Every node's origin. */
  readonly urls: readonly string[];
  /** Stops every node and removes their data. */
  stop(): Promise<void>;
}

/** A real cluster on loopback, of nodes `node-1`, `node-2` …; resolves when all have joined. The first node is the first master. */
export async function startElasticsearchCluster(
  size: number,
  options: ElasticsearchNodeOptions = {},
): Promise<ElasticsearchCluster> {
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const starting = ports.map((port, index) =>
    ElasticsearchProcess.create({
      ...options,
      settings: {
        'discovery.type': 'multi-node',
        'discovery.seed_hosts': ports.map((it) => `127.0.0.1:${it}`).join(','),
        'cluster.initial_master_nodes': 'node-1',
        'node.name': `node-${index + 1}`,
        // All of them on one machine.
        'node.processors': '1',
        'transport.port': String(port),
        ...options.settings,
      },
    }),
  );
  const started = await Promise.allSettled(starting);
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    const failed = started.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    await waitForHealth(nodes[0]?.url ?? '', size, 120_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, urls: nodes.map((node) => node.url), stop };
}
