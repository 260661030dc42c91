import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FURTHER_FACETS } from '../../src/graph/model/vocabulary.ts';
import type { SearchDocument, SearchFilters, SearchIndex, SearchRequest } from '../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { describeWith } from '../support/describeWith.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { queryAbout } from './arbitraries.ts';
import { publish } from './conformance/publish.ts';

import { openTestIndex } from './openTestIndex.ts';
import { realDocuments } from './realDocuments.ts';

const QUERIES = 1_200;
const AT_ONCE = 4;

describeWith(['elasticsearch'], 'Elasticsearch and the embedded index over real titles', () => {
  let elasticsearch: SearchIndex;
  let embedded: SearchIndex;
  let documents: SearchDocument[];
  beforeAll(async () => {
    documents = await realDocuments();
    elasticsearch = openTestIndex([await sharedServer('elasticsearch')]);
    embedded = new EmbeddedSearchIndex();
    await Promise.all([publish(elasticsearch, documents), publish(embedded, documents)]);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([elasticsearch?.close(), embedded?.close()]);
  });

  test(`give the same answers to ${QUERIES} queries: hits, order, found, facets, on both first pages`, async () => {
    const titles = documents.flatMap((document) => document.titles).filter((title) => title.trim() !== '');
    const short = fc.constantFrom(...'a no の 1 2 th the 年 se s2 ! ガ ー ii'.split(' '));
    const typed = queryAbout(titles).filter((q) => q.trim() !== '' && [...q].length <= 200);
    const queries = fc.sample(fc.oneof({ weight: 20, arbitrary: typed }, short), {
      numRuns: QUERIES,
      seed: 5,
    });
    const different: SearchRequest[] = [];
    const compare = async (request: SearchRequest): Promise<void> => {
      const expected = await embedded.search(request);
      if (!isDeepStrictEqual(await elasticsearch.search(request), expected)) different.push(request);
      const after = expected.hits.at(-1)?.position;
      if (expected.hasNext && after && !request.after) await compare({ ...request, after });
    };
    for (let n = 0; n < queries.length; n += AT_ONCE) {
      const some = queries.slice(n, n + AT_ONCE);
      await Promise.all(
        some.map((q, i) =>
          compare({
            q,
            filters: filtersOf(n + i, documents),
            facets: FURTHER_FACETS.slice(0, (n + i) % 4),
            limit: 1 + ((n + i) % 50),
          }),
        ),
      );
    }
    expect(different).toEqual([]);
  }, 600_000);
});

/** Every other query is filtered, by what some anime has. */
function filtersOf(n: number, documents: readonly SearchDocument[]): SearchFilters {
  const { format, status, year, season, genre, startDate } = documents[(n * 7919) % documents.length] as SearchDocument;
  if (n % 2 === 0) return {};
  return {
    ...(n % 3 === 0 && { format: [format, 'movie'] }),
    ...(n % 5 === 0 && { status: [status] }),
    ...(n % 7 === 0 && year !== null && { year }),
    ...(n % 11 === 0 && season !== null && { season: [season] }),
    ...(n % 13 === 0 && genre.length > 0 && { genre }),
    ...(n % 17 === 0 && { startDate: { from: startDate ?? '2010-01-01', to: null } }),
    ...(n % 19 === 0 && { isAdult: [false, null] }),
  };
}
