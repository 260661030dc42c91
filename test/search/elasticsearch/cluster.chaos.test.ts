// Proves that searches are answered while a node of a cluster dies, hangs or restarts, and are never empty while all
// are away.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import { describeWith } from '../../support/describeWith.ts';
import type { ElasticsearchProcess } from '../../support/elasticsearch/elasticsearchProcess.ts';
import { waitForHealth } from '../../support/elasticsearch/waitForHealth.ts';
import { until } from '../../support/until.ts';
import { publish } from '../conformance/publish.ts';
import { animeId, searchDocument, upserts } from '../conformance/searchDocument.ts';
import { openTestIndex } from '../openTestIndex.ts';
import { type ElasticsearchCluster, startElasticsearchCluster } from './startElasticsearchCluster.ts';
import { warmUp } from './warmUp.ts';

const ALIAS = 'cluster';
const DOCUMENTS = Array.from({ length: 300 }, (_, n) => searchDocument(n, [`Clustered ${n}`], { prominence: n }));

describeWith(['elasticsearch'], 'a cluster of three nodes', () => {
  let cluster: ElasticsearchCluster;
  let index: ReturnType<typeof openTestIndex>;

  beforeAll(async () => {
    cluster = await startElasticsearchCluster(3, { heap: '256m' });
    index = openTestIndex(cluster.urls, ALIAS, 12_000);
    await publish(index, DOCUMENTS);
    await warmUp(index, 'clustered');
  }, 240_000);
  afterAll(async () => {
    for (const node of cluster?.nodes ?? []) node.resume();
    await index?.close();
    await cluster?.stop();
  });

  /** The node that holds the primary copy of the index. */
  async function primary(): Promise<ElasticsearchProcess> {
    const answer = await fetch(`${cluster.urls[0]}/_cat/shards/${ALIAS}?format=json&h=prirep,state,node`);
    const shards = (await answer.json()) as { prirep: string; state: string; node: string }[];
    expect(shards.map(({ state }) => state)).toEqual(['STARTED', 'STARTED']);
    const holder = shards.find(({ prirep }) => prirep === 'p')?.node.replace('node-', '');
    const node = cluster.nodes[Number(holder) - 1];
    if (!node) throw new Error(`no such node: ${JSON.stringify(shards)}`);
    return node;
  }

  /**
   * Searches without a pause while `event` happens and for two seconds after it. @returns how many searches were answered
   * @param mayBeUnavailable whether a search may fail as unavailable
   */
  async function answeredWhile(event: () => Promise<void>, mayBeUnavailable = false): Promise<number> {
    let going = true;
    let answered = 0;
    const searching = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (going) {
          const answer = await index.search({ q: 'clustered', filters: {}, limit: 10 }).catch((error: unknown) => {
            if (mayBeUnavailable && error instanceof SearchUnavailableError) return null;
            throw error;
          });
          if (answer === null) continue;
          expect(answer.found).toBe(DOCUMENTS.length);
          expect(answer.hits[0]?.id).toBe(animeId(DOCUMENTS.length - 1));
          answered += 1;
        }
      }),
    );
    await Promise.race([searching, sleep(500)]);
    await event();
    const soFar = answered;
    await Promise.race([searching, sleep(2_000)]);
    await Promise.race([searching, until(() => answered > soFar, 60_000)]);
    going = false;
    await searching;
    return answered;
  }

  test('answers rightly or is unavailable while the node that holds the index hangs', async () => {
    const node = await primary();
    await warmUp(index, 'clustered');
    // Resumed whatever happens: another attempt would begin with a node that hangs.
    await answeredWhile(async () => {
      node.pause();
      await sleep(2_000);
      node.resume();
    }, true).finally(() => node.resume());
    await waitForHealth(cluster.urls[0] ?? '', 3, 180_000);
  }, 300_000);

  test('answers every search while its nodes die and start one after another, takes writes meanwhile, and heals', async () => {
    const holder = await primary();
    const added = searchDocument(1_000, ['Written with a node down']);
    await answeredWhile(async () => {
      for (const node of [holder, ...cluster.nodes.filter((other) => other !== holder)]) {
        await node.kill();
        if (node === holder) {
          await index.apply(upserts([added]));
          await index.refresh();
          expect((await index.search({ q: 'written with', filters: {}, limit: 1 })).hits[0]?.id).toBe(added.id);
        }
        await node.start();
        await waitForHealth(node.url, 3, 180_000);
      }
    });
    expect(await index.status()).toMatchObject({ state: 'ready', documents: DOCUMENTS.length + 1 });
  }, 600_000);

  test('is unavailable while every node is dead or hangs, never empty, and it heals by itself', async () => {
    const search = () => index.search({ q: 'clustered', filters: {}, limit: 1 });
    for (const [away, back] of [
      [(node: ElasticsearchProcess) => node.kill(), (node: ElasticsearchProcess) => node.start()],
      [(node: ElasticsearchProcess) => node.pause(), (node: ElasticsearchProcess) => node.resume()],
    ] as const) {
      for (const node of cluster.nodes) await away(node);
      await expect(search()).rejects.toThrow(SearchUnavailableError);
      await Promise.all(cluster.nodes.map((node) => back(node)));
      await until(async () => {
        try {
          return (await search()).found > 0;
        } catch (error) {
          expect(error).toBeInstanceOf(SearchUnavailableError);
          return false;
        }
      }, 180_000);
    }
  }, 600_000);
});
