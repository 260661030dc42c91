import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import type { SearchAnswer } from '../../../src/graph/search/port.ts';
import { ElasticsearchIndex } from '../../../src/search/elasticsearch/elasticsearchIndex.ts';
import { describeWith } from '../../support/describeWith.ts';
import type { ElasticsearchProcess } from '../../support/elasticsearch/elasticsearchProcess.ts';
import { startElasticsearch } from '../../support/elasticsearch/startElasticsearch.ts';
import { publish } from '../conformance/publish.ts';
import { searchDocument, upserts } from '../conformance/searchDocument.ts';
import { warmUp } from './warmUp.ts';

const DOCUMENTS = Array.from({ length: 200 }, (_, n) => searchDocument(n, [`Outage ${n}`]));

describeWith(['elasticsearch'], 'Elasticsearch away', () => {
  let server: ElasticsearchProcess;
  let index: ElasticsearchIndex;
  const search = () => index.search({ q: 'outage', filters: {}, limit: 10 });

  beforeAll(async () => {
    server = await startElasticsearch();
    index = new ElasticsearchIndex({ nodes: [server.url], alias: 'outage' });
    await publish(index, DOCUMENTS);
    await warmUp(index, 'outage');
  }, 240_000);
  afterAll(async () => {
    server?.resume();
    await index?.close();
    await server?.stop();
  });

  /** Searches until one is answered. Until then every search must say within two seconds that the engine is unavailable. */
  async function answerAfterOutage(): Promise<SearchAnswer> {
    for (const deadline = Date.now() + 150_000; Date.now() < deadline; await sleep(50)) {
      const began = performance.now();
      try {
        return await search();
      } catch (error) {
        expect(error).toBeInstanceOf(SearchUnavailableError);
        expect(performance.now() - began).toBeLessThan(2_000);
      }
    }
    throw new Error('search did not recover');
  }

  test('killed: every search is unavailable within two seconds, none is empty; started again, it answers by itself', async () => {
    expect((await search()).found).toBe(DOCUMENTS.length);
    await server.kill();
    const began = performance.now();
    const results = await Promise.allSettled(Array.from({ length: 20 }, search));
    expect(performance.now() - began).toBeLessThan(2_000);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(SearchUnavailableError) });
    }
    const starting = server.start();
    expect((await answerAfterOutage()).found).toBe(DOCUMENTS.length);
    await starting;
  }, 300_000);

  test('killed: writing and asking for the status say so too', async () => {
    await server.kill();
    await expect(index.apply(upserts([searchDocument(1, ['Lost'])]))).rejects.toThrow(SearchUnavailableError);
    await expect(index.status()).rejects.toThrow(SearchUnavailableError);
    await expect(index.refresh()).rejects.toThrow(SearchUnavailableError);
    await expect(index.beginRebuild()).rejects.toThrow(SearchUnavailableError);
    await server.start();
    expect((await answerAfterOutage()).found).toBe(DOCUMENTS.length);
    expect(await index.status()).toMatchObject({ state: 'ready', documents: DOCUMENTS.length });
  }, 300_000);

  test('hanging: every search is unavailable within two seconds; awake again, it answers', async () => {
    server.pause();
    const began = performance.now();
    const results = await Promise.allSettled([search(), search(), search()]);
    expect(performance.now() - began).toBeLessThan(2_000);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(SearchUnavailableError) });
    }
    server.resume();
    expect((await answerAfterOutage()).found).toBe(DOCUMENTS.length);
  }, 300_000);
});
